import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io } from 'socket.io-client';
import { parse, stringify } from 'yaml';
import { makeWorld } from '../../tests/authorisation/world.mjs';
import { run } from '../../local/command.mjs';
import { eventually } from '../../local/eventually.mjs';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';
import { testProgram } from '../../local/test/program.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { backupMetrics } from '../backup/watch.mjs';
import { alertRules } from '../manifests/alerts.mjs';
import { startCollector } from './collector.mjs';
import { promtool } from './promtool.mjs';

const here = import.meta.dirname;
/** @param {string} name */
const read = (name) => readFileSync(join(here, name), 'utf8');

const ALERTS = read('alerts.yml');
const ALERT_TESTS = read('alerts.test.yml');
const DASHBOARD = read('grafana/duet.json');
const RUNBOOK = readFileSync(join(here, '../../../docs/operations/runbook.md'), 'utf8');

/** Metrics that Prometheus itself adds. */
const BY_PROMETHEUS = ['up'];

const alertNames = [...ALERTS.matchAll(/alert: (\w+)/g)].map(([, name]) => name);

/** @type {Awaited<ReturnType<typeof startStores>>} */
let stores;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
let product;
/** @type {Awaited<ReturnType<typeof startCollector>>} */
let collector;
/** @type {Awaited<ReturnType<typeof makeWorld>>} */
let world;

beforeAll(async () => {
  const dir = temporaryFolder('observability');
  collector = await startCollector();
  stores = await startStores({ dir, flush: false });
  product = await startProduct({
    stores: stores.env,
    dir,
    port: await freePort(),
    env: { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' },
  });
  world = await makeWorld(product.url);
}, 180_000);

afterAll(async () => {
  await product?.stop();
  await stores?.remove();
  await collector?.close();
}, 60_000);

const textOf = async (/** @type {string} */ url) => (await fetch(url)).text();

/** The metrics of each process. */
const metricPages = () =>
  Promise.all(Object.values(product.processes).map(({ opsUrl }) => textOf(`${opsUrl}/metrics`)));

/** Every metric that some process shows, histograms by their parts. */
async function metricNames() {
  const types = (await metricPages()).flatMap((page) => [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)]);
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [String(name)],
    ),
  );
}

/** The metrics that an expression reads. @param {string} text */
const metricsIn = (text) => [
  ...new Set(
    [...text.matchAll(/\b((?:duet|nodejs|process)_[a-z0-9_]+|up)\b(?=[{[)\s]|$)/gm)].map(([, name]) => String(name)),
  ),
];

/** The TCP ports on which a process listens, its inspector's included. @param {number} pid */
function listeningPorts(pid) {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => /^socket:\[(\d+)\]$/.exec(fileOf(pid, fd))?.[1] ?? []),
  );
  const LISTEN = '0A';
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(inode))
      .map(([, local]) => parseInt(local.split(':')[1], 16)),
  );
}

/** The target of a descriptor, which may have been closed since. @param {number} pid @param {string} fd */
function fileOf(pid, fd) {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
}

describe('the ports of a process', () => {
  it('are its own and that of its operators, and only the latter shows metrics and health', async () => {
    const pids = product.pids();
    for (const [name, { url, opsUrl }] of Object.entries(product.processes)) {
      const wanted = [url, opsUrl].flatMap((one) => (one ? Number(new URL(one).port) : []));
      expect({ name, ports: listeningPorts(Number(pids[name])).toSorted() }).toEqual({
        name,
        ports: wanted.toSorted(),
      });
      for (const path of ['/metrics', '/livez', '/readyz']) {
        const shows = /^# TYPE |"live":|"ready":/m;
        expect(await textOf(`${opsUrl}${path}`)).toMatch(shows);
        if (url) expect(await textOf(`${url}${path}`)).not.toMatch(shows);
      }
    }
  });
});

describe('metrics', () => {
  it('exist for every expression of the alerts and the dashboard', async () => {
    const expressions = [
      ...ALERTS.matchAll(/expr: (.*(?:\n {10,}.*)*)/g),
      ...DASHBOARD.matchAll(/"expr": "(.*)"/g),
    ].map(([, expression]) => String(expression));
    expect(expressions.length).toBeGreaterThan(40);
    const wanted = [...new Set(expressions.flatMap(metricsIn))].filter((name) => !BY_PROMETHEUS.includes(name));
    expect(wanted.length).toBeGreaterThan(20);
    const copy = backupMetrics('/nowhere', () => Promise.resolve(null), true).getMetricsAsArray();
    const known = new Set([...(await metricNames()), ...copy.map(({ name }) => name)]);
    expect(wanted.filter((name) => !known.has(name))).toEqual([]);
  });

  it('of counters have every label value that an alert names, from the start', async () => {
    const pages = (await metricPages()).join('\n');
    const series = [...ALERTS.matchAll(/(duet_\w+_total)\{(\w+)=~?"([\w|-]+)"\}/g)].flatMap(([, name, label, values]) =>
      String(values)
        .split('|')
        .map((value) => `${name}{${label}="${value}"} `),
    );
    expect(series.length).toBeGreaterThan(5);
    expect(series.filter((one) => !pages.includes(`\n${one}`))).toEqual([]);
  });

  it('contain no personal data', async () => {
    const pages = (await metricPages()).join('\n');
    for (const { id, email, username } of Object.values(world.people)) {
      for (const word of [id, email, username]) expect(pages).not.toContain(word);
    }
    expect(pages).not.toContain(world.chat);
  });

  it('stay readable while the database is down, with NaN for unknown values, and failed calls are logged with their trace', async () => {
    await stores.down('postgres');
    try {
      expect(
        (
          await fetch(`${product.url}/api/messages/conversation`, {
            headers: { authorization: `Bearer ${world.owner.token}` },
          })
        ).status,
      ).toBe(503);
      const page = await textOf(`${product.processes.messaging.opsUrl}/metrics`);
      expect(page).toMatch(/^duet_outbox_rows(\{.*\})? Nan$/m);
      expect(page).toContain('process_cpu_seconds_total');
    } finally {
      await stores.restart('postgres');
    }
    await eventually(() => {
      const begun = collector.spans.find(({ name }) => name === 'GET /api/messages/conversation');
      const logged = readFileSync(product.processes.messaging.log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"call failed'));
      expect(logged.map((line) => JSON.parse(line).traceId)).toContain(begun?.traceId ?? 'no such span');
    });
  }, 60_000);
});

/** The calls of the API document with files or archives as body or answer, by method and the route that metrics name. */
function fileRoutes() {
  const { paths } = JSON.parse(readFileSync(join(here, '../../../gateway/openapi.json'), 'utf8'));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody, responses }]) =>
        [requestBody, ...Object.values(responses)]
          .flatMap((/** @type {any} */ one) => Object.keys(one?.content ?? {}))
          .some((type) => type !== 'application/json'),
      )
      .map(([method]) => ({ method: method.toUpperCase(), route: path.replaceAll(/\{(\w+)\}/g, ':$1') })),
  );
}

describe('alerts', () => {
  it('count no transfer of a file and no poll of a socket as a slow answer', async () => {
    const files = fileRoutes();
    expect(files.length).toBeGreaterThan(10);
    for (const { method, route } of files) await fetch(`${product.url}${route}`, { method });
    await fetch(`${product.url}/socket.io/?EIO=4&transport=polling`);
    const metrics = await textOf(`${product.processes.gateway.opsUrl}/metrics`);
    const measured = [...metrics.matchAll(/^duet_http_duration_seconds_count\{.*route="([^"]+)"/gm)].map(([, route]) =>
      String(route),
    );
    const excluded = new RegExp(`^(?:${/route!~"([^"]+)"/.exec(ALERTS)?.[1]})$`);
    const polls = measured.filter((route) => route.startsWith('/socket.io'));
    expect(polls).not.toEqual([]);
    const routes = files.map(({ route }) => route);
    expect(routes.filter((route) => !measured.includes(route))).toEqual([]);
    expect([...routes, ...polls].filter((route) => !excluded.test(route))).toEqual([]);
    const copies = ['/api/capsules/from-message', '/api/challenges/:id/keepsake', '/api/stories/sessions/:id/keepsake'];
    expect(copies.filter((route) => !excluded.test(route))).toEqual([]);
    expect(['/api/messages', '/api/capsules/:id', '/api/users/profile'].filter((one) => excluded.test(one))).toEqual(
      [],
    );
  });

  it('each have a section in the runbook and a test', () => {
    expect(alertNames.length).toBeGreaterThan(12);
    for (const name of alertNames) {
      expect(RUNBOOK).toMatch(new RegExp(`^### ${name}$`, 'm'));
      expect(ALERT_TESTS).toContain(`alertname: ${name}\n        exp_alerts:\n          - exp_labels`);
    }
    expect([...ALERTS.matchAll(/runbook: docs\/operations\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor)).toEqual(
      alertNames.map((name) => name?.toLowerCase()),
    );
  });

  it('fire as promtool expects, in a cluster for our namespace only', async () => {
    const tool = testProgram(await promtool(), 'prometheus');
    if (!tool) {
      process.stderr.write('promtool is not available on this system: the alert rules were not tested.\n');
      return;
    }
    const dir = temporaryFolder('rules');
    const [rules, tests] = [join(dir, 'rules.yml'), join(dir, 'rules.test.yml')];
    writeFileSync(rules, stringify({ groups: parse(alertRules()).spec.groups }));
    writeFileSync(tests, stringify(storesDown(rules)));
    for (const args of [
      ['check', 'config', 'prometheus.yml'],
      ['test', 'rules', 'alerts.test.yml'],
      ['test', 'rules', tests],
    ]) {
      const { code, output } = await run(tool, args, { cwd: here });
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    }
  }, 180_000);
});

/** Three minutes of a store without its pod, in our namespace and in that of others. @param {string} rules the path of the rules */
const storesDown = (rules) => ({
  rule_files: [rules],
  tests: [
    {
      interval: '1m',
      input_series: ['duet', 'others'].flatMap((namespace) => [
        ...['a', 'b'].map((instance) => ({
          series: `kube_namespace_created{namespace="${namespace}", instance="${instance}"}`,
          values: '1700000000x5',
        })),
        {
          series: `kube_statefulset_status_replicas_ready{namespace="${namespace}", statefulset="redis"}`,
          values: '0x5',
        },
        { series: `kube_statefulset_replicas{namespace="${namespace}", statefulset="redis"}`, values: '1x5' },
      ]),
      alert_rule_test: [
        {
          eval_time: '4m',
          alertname: 'DuetStoreDown',
          exp_alerts: [
            {
              exp_labels: { severity: 'page', namespace: 'duet', statefulset: 'redis' },
              exp_annotations: {
                summary: 'redis has only 0 ready pods',
                runbook: 'docs/operations/runbook.md#duetstoredown',
              },
            },
          ],
        },
      ],
    },
  ],
});

describe('traces', () => {
  /** @param {string} root a span that begins a trace @param {(names: string[]) => void} check what belongs to it */
  const traceWith = (root, check) =>
    eventually(() => {
      const begun = collector.spans.filter(({ name, parentSpanId }) => name === root && !parentSpanId);
      expect(begun).not.toEqual([]);
      const traces = begun.map(({ traceId }) =>
        collector.spans.filter((span) => span.traceId === traceId).map(({ service, name }) => `${service} ${name}`),
      );
      const errors = traces.flatMap((names) => {
        try {
          check(names);
          return [];
        } catch (cause) {
          return [cause];
        }
      });
      if (errors.length === traces.length) throw errors[0];
    });

  it('connect the request, the call, the outbox, the sockets and the consumer of the event', async () => {
    const { status } = await fetch(`${product.url}/api/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.owner.token}`,
        'content-type': 'application/json',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: JSON.stringify({ content: 'traced' }),
    });
    expect(status).toBeLessThan(300);
    await traceWith('POST /api/messages', (names) => {
      expect(names).toContain('duet-gateway messaging.message.send');
      expect(names).toContain('duet-messaging messaging.message.send');
      expect(names).toContain('duet-realtime relay message.sent');
      expect(names.filter((name) => name.includes('consume message.sent'))).not.toEqual([]);
    });
    // The gateway ignores the trace id of an outsider.
    expect(collector.spans.filter(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')).toEqual([]);
  }, 30_000);

  it('also begin at a socket', async () => {
    const socket = io(product.url, { auth: { token: world.partner.token }, transports: ['websocket'], forceNew: true });
    await new Promise((resolve) => socket.once('authenticated', resolve));
    const answer = await socket.emitWithAck('send_message', { content: 'traced over the socket' });
    expect(answer.ok).toBe(true);
    socket.disconnect();
    await traceWith('messaging.message.send-batch', (names) => {
      expect(names).toContain('duet-messaging messaging.message.send-batch');
      expect(names).toContain('duet-realtime relay message.sent');
    });
  }, 30_000);
});
