import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testProgram } from '../../local/test/program.mjs';
import { findCommand } from '../../local/tools.mjs';
import { run } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { check } from './check.mjs';
import { checkCompose } from './compose.mjs';
import { readSecrets, readSettings } from './expected.mjs';
import { OVERLAYS, renderedFile } from './overlays.mjs';
import { startRealtime } from './realtime.mjs';
import { schemaProblems } from './schemas.mjs';
import { parseObjects, readYaml } from './yaml.mjs';
import { objectOf as the } from './seeds/objects.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest */

const rendered = new Map(
  OVERLAYS.map((overlay) => [overlay, parseObjects(readFileSync(renderedFile(overlay), 'utf8'))]),
);
/** A copy of the overlay's objects, for changes. @param {string} overlay */
const objectsOf = (overlay) => structuredClone(rendered.get(overlay) ?? []);
const composeFile = () => readYaml(join(ROOT, 'docker-compose.yml'));

/** @type {import('./world.mjs').Expected} */
let expected;
/** @type {Awaited<ReturnType<typeof startRealtime>>} */
let realtime;

beforeAll(async () => {
  const [settings, secrets, started] = await Promise.all([readSettings(), readSecrets(), startRealtime()]);
  realtime = started;
  const opsPaths = await Promise.all(
    ['/livez', '/readyz', '/metrics', '/health', '/ready'].map(async (path) =>
      (await realtime.ask(path)).status === 200 ? [path] : [],
    ),
  );
  expected = {
    settings,
    secrets,
    opsPaths: opsPaths.flat(),
    metrics: [...(await realtime.ask('/metrics')).text.matchAll(/^# TYPE (\w+) (?:gauge|counter)$/gm)].map(
      ([, name]) => name,
    ),
  };
}, 60_000);

afterAll(() => realtime.stop());

describe.each(OVERLAYS)('k8s/overlays/%s', (overlay) => {
  it('follows the schemas of its kinds', async () => {
    expect(await schemaProblems(objectsOf(overlay))).toEqual([]);
  });

  it('is consistent with itself and with the processes', () => {
    expect(check(objectsOf(overlay), expected)).toEqual([]);
  });

  it('has one label for all Jobs that set passwords, by which the documentation repeats them after a rotation', () => {
    const label = 'app.kubernetes.io/component';
    const document = readFileSync(join(ROOT, 'docs', 'operations', 'kubernetes.md'), 'utf8');
    expect(document).toContain(`delete job -l ${label}=database`);
    const jobs = objectsOf(overlay).filter(({ kind }) => kind === 'Job');
    expect(jobs).not.toEqual([]);
    for (const { metadata } of jobs) expect(metadata.labels).toMatchObject({ [label]: 'database' });
  });

  const kubectl = testProgram(findCommand('kubectl'), 'kubectl');
  (kubectl ? it : it.skip)('is rendered as kubectl renders it: otherwise run npm run k8s:render', async () => {
    const { code, stdout, output } = await run(kubectl ?? '', ['kustomize', join(ROOT, 'k8s', 'overlays', overlay)]);
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    expect(sorted(parseObjects(stdout))).toEqual(sorted(objectsOf(overlay)));
  });
});

/** @param {Manifest[]} objects */
const sorted = (objects) =>
  objects.toSorted((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`));

/** Its name ends with a hash of its content. */
const SETTINGS = /^duet-/;

/** @param {unknown} value with names of ConfigMaps in it */
const withoutHash = (value) => JSON.parse(JSON.stringify(value).replaceAll(/("duet)-[a-z0-9]{10}"/g, '$1"'));

describe('the production overlay', () => {
  it('has the claims of the bus that the documentation deletes before a recovery', () => {
    const { replicas, volumeClaimTemplates } = the(objectsOf('production'), 'StatefulSet', 'nats').spec;
    const [{ metadata }] = volumeClaimTemplates;
    const claims = Array.from({ length: replicas }, (_, index) => `${metadata.name}-nats-${index}`);
    const recovery = readFileSync(join(ROOT, 'docs', 'operations', 'kubernetes.md'), 'utf8').split(
      '**Recovery to a',
    )[1];
    expect(recovery).toContain('scale statefulset nats --replicas=0');
    expect(recovery).toContain(`delete pvc ${claims.join(' ')}\``);
  });

  it('erases again after a restore as a single node does, with access to both stores', () => {
    const erasures = (/** @type {string} */ overlay, /** @type {string} */ name) => {
      const { suspend, jobTemplate } = the(objectsOf(overlay), 'CronJob', name).spec;
      const [{ command, env }] = jobTemplate.spec.template.spec.containers;
      return { suspend, command, env: withoutHash(env) };
    };
    expect(erasures('production', 'restore-erasures')).toEqual(erasures('single-node', 'restore-objects'));
    for (const name of ['to-postgres', 'to-s3'])
      expect(the(objectsOf('production'), 'NetworkPolicy', name).spec.podSelector.matchExpressions[0].values).toContain(
        'restore-erasures',
      );
  });
});

describe('the single-node overlay', () => {
  it('starts S3 as Compose does, by the entrypoint of its image', () => {
    const { image, command, args } = box(the(objectsOf('single-node'), 'StatefulSet', 's3'));
    const { s3 } = composeFile().services;
    expect({ image, command, args }).toEqual({ image: s3.image, command: undefined, args: s3.command });
  });

  it('removes the pod of a tested restore, with whose object the volume of the restored database goes', () => {
    const { spec } = the(objectsOf('single-node'), 'CronJob', 'test-restore');
    expect(spec).toMatchObject({ successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 1 });
    expect(spec.jobTemplate.spec.ttlSecondsAfterFinished).toBe(259_200);
  });
});

/** @param {any} workload */
const box = (workload) => workload.spec.template.spec.containers[0];

/** @type {[string, (objects: Manifest[]) => void, RegExp][]} */
const MISTAKES = [
  [
    'a workload that selects other pods',
    (all) => (the(all, 'Deployment', 'auth').spec.selector.matchLabels = { 'app.kubernetes.io/name': 'author' }),
    /Deployment auth: its selector/,
  ],
  [
    'a Service without pods',
    (all) => (the(all, 'Service', 'media').spec.selector = { app: 'media' }),
    /Service media: its selector/,
  ],
  [
    'a Service at a port without a listener',
    (all) => (the(all, 'Service', 'gateway').spec.ports[0].targetPort = 'web'),
    /Service gateway: its pods have no port web/,
  ],
  [
    'an Ingress to nowhere',
    (all) => (the(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].backend.service.name = 'frontend'),
    /Ingress duet/,
  ],
  [
    'a missing variable',
    (all) =>
      (box(the(all, 'Deployment', 'gateway')).env = box(the(all, 'Deployment', 'gateway')).env.filter(
        (/** @type {any} */ one) => one.name !== 'MEDIA_URL',
      )),
    /gateway does not start without MEDIA_URL/,
  ],
  [
    'an unused variable',
    (all) => box(the(all, 'Deployment', 'pairing')).env.push({ name: 'REDIS_URL', value: 'x' }),
    /pairing does not read REDIS_URL/,
  ],
  [
    'a missing key of the ConfigMap',
    (all) => delete the(all, 'ConfigMap', SETTINGS).data.S3_BUCKET,
    /ConfigMap duet-\w+ has no S3_BUCKET/,
  ],
  [
    'an unused key',
    (all) => (the(all, 'ConfigMap', SETTINGS).data.S3_BUCKETS = 'x'),
    /ConfigMap duet-\w+: nothing reads S3_BUCKETS/,
  ],
  [
    'a whole network as a proxy',
    (all) => (the(all, 'ConfigMap', SETTINGS).data.TRUSTED_PROXIES = '127.0.0.1, 10.0.0.0/8'),
    /TRUSTED_PROXIES: 10\.0\.0\.0\/8 trusts a whole network/,
  ],
  [
    'an ingress controller that is no trusted proxy',
    (all) => (the(all, 'ConfigMap', SETTINGS).data.TRUSTED_PROXIES = '127.0.0.1,::1'),
    /TRUSTED_PROXIES: the ingress controller is not among them/,
  ],
  [
    'a proxy without an address',
    (all) => (the(all, 'ConfigMap', SETTINGS).data.TRUSTED_PROXIES = 'ingress'),
    /TRUSTED_PROXIES: ingress is no address/,
  ],
  [
    'an unknown key of a Secret',
    (all) =>
      (box(the(all, 'Deployment', 'auth')).env.find(
        (/** @type {any} */ one) => one.name === 'DATABASE_URL_FILE',
      ).value = '/secrets/POSTGRES_URL'),
    /Secret duet-auth has no POSTGRES_URL/,
  ],
  [
    'an unknown Secret',
    (all) =>
      (the(all, 'Deployment', 'auth').spec.template.spec.volumes.find(
        (/** @type {any} */ one) => one.secret,
      ).secret.secretName = 'duet-authentication'),
    /nothing creates the Secret duet-authentication/,
  ],
  [
    'an address that leads nowhere',
    (all) =>
      (box(the(all, 'Deployment', 'gateway')).env.find((/** @type {any} */ one) => one.name === 'REALTIME_URL').value =
        'http://realtime:3001'),
    /REALTIME_URL: no Service realtime with the port 3001/,
  ],
  [
    'a budget without pods',
    (all) =>
      (the(all, 'PodDisruptionBudget', 'media').spec.selector.matchLabels = { 'app.kubernetes.io/name': 'medium' }),
    /PodDisruptionBudget media: its selector matches the pods of 0/,
  ],
  [
    'a missing securityContext',
    (all) => delete box(the(all, 'Deployment', 'messaging')).securityContext,
    /Deployment messaging: its root file system/,
  ],
  [
    'a namespace without the restricted profile',
    (all) => (the(all, 'Namespace', 'duet').metadata.labels = {}),
    /Namespace duet/,
  ],
  [
    'an autoscaler of nothing',
    (all) => (the(all, 'HorizontalPodAutoscaler', 'realtime').spec.scaleTargetRef.name = 'sockets'),
    /there is no Deployment sockets/,
  ],
  [
    'an autoscaler by a metric that does not exist',
    (all) => (the(all, 'HorizontalPodAutoscaler', 'realtime').spec.metrics[0].pods.metric.name = 'duet_connections'),
    /no process has the metric duet_connections/,
  ],
  [
    'an autoscaler of a workload with fixed replicas',
    (all) => (the(all, 'Deployment', 'auth').spec.replicas = 3),
    /has a fixed number of replicas/,
  ],
  [
    'a NetworkPolicy for another port',
    (all) => (the(all, 'NetworkPolicy', 'behind-the-gateway').spec.ingress[0].ports[0].port = 3001),
    /it opens the port 3001/,
  ],
  [
    'a needed connection that is blocked',
    (all) => (the(all, 'NetworkPolicy', 'to-the-bus').spec.egress[0].ports[0].port = 4223),
    /auth may not leave for nats:4222/,
  ],
  [
    'an allowed connection that is not needed',
    (all) => {
      the(all, 'NetworkPolicy', 'behind-the-gateway').spec.ingress[0].from = [{ podSelector: {} }];
      the(all, 'NetworkPolicy', 'to-the-bus').spec.egress[0] = { to: [{ podSelector: {} }] };
    },
    /messaging gets through to media:3000/,
  ],
  [
    'access to the internet that includes a private network',
    (all) => the(all, 'NetworkPolicy', 'link-previews').spec.egress[0].to[0].ipBlock.except.splice(1, 1),
    /NetworkPolicy link-previews: it opens the way to 10\.0\.0\.0\/8/,
  ],
  [
    'a missing NetworkPolicy that denies by default',
    (all) => all.splice(all.indexOf(the(all, 'NetworkPolicy', 'default-deny')), 1),
    /denies by default/,
  ],
  [
    'an image without a tag',
    (all) => (box(the(all, 'Deployment', 'auth')).image = 'registry.example.org/duet'),
    /has no fixed version/,
  ],
  [
    'an image with the tag latest',
    (all) => (box(the(all, 'Deployment', 'auth')).image = 'registry.example.org:5000/duet:latest'),
    /has no fixed version/,
  ],
  [
    'a probe of an unknown path',
    (all) => (box(the(all, 'Deployment', 'auth')).livenessProbe.httpGet.path = '/health'),
    /asks \/health, where nothing answers/,
  ],
  [
    'a probe of an unknown port',
    (all) => (box(the(all, 'Deployment', 'auth')).startupProbe.httpGet.port = 9090),
    /asks the port 9090/,
  ],
  [
    'one probe for liveness and readiness',
    (all) => (box(the(all, 'Deployment', 'auth')).livenessProbe.httpGet.path = '/readyz'),
    /probes are the same/,
  ],
  [
    'too little time to drain',
    (all) => (the(all, 'Deployment', 'realtime').spec.template.spec.terminationGracePeriodSeconds = 30),
    /30 s to end and needs 35/,
  ],
  [
    'a roll-out that stops pods first',
    (all) => (the(all, 'Deployment', 'auth').spec.strategy.rollingUpdate.maxUnavailable = 1),
    /before the new ones are ready/,
  ],
  [
    'memory without a limit',
    (all) => delete box(the(all, 'Deployment', 'auth')).resources.limits.memory,
    /its memory has no limit/,
  ],
  [
    'pods that may all run on one node',
    (all) => delete the(all, 'Deployment', 'auth').spec.template.spec.topologySpreadConstraints,
    /may all run on one node/,
  ],
  [
    'a spread that a full node turns into a limit',
    (all) =>
      (the(all, 'Deployment', 'auth').spec.template.spec.topologySpreadConstraints[1].whenUnsatisfiable =
        'DoNotSchedule'),
    /Deployment auth: a kubernetes.io\/hostname without room keeps its pods from starting elsewhere/,
  ],
];

describe('the checker finds', () => {
  it.each(MISTAKES)('%s', (_what, harm, message) => {
    const objects = objectsOf('production');
    harm(objects);
    expect(check(objects, expected).join('\n')).toMatch(message);
  });

  it('a store that the secrets name but no overlay contains', () => {
    const objects = objectsOf('single-node').filter(
      ({ kind, metadata }) => !(kind === 'Service' && metadata.name === 'redis'),
    );
    expect(check(objects, expected).join('\n')).toMatch(/Secret duet-gateway REDIS_URL: no Service redis/);
  });
});

describe('docker-compose.yml', () => {
  it('is consistent with itself and with the processes', () => {
    expect(checkCompose(composeFile(), expected)).toEqual([]);
  });

  it.each(
    /** @type {[string, (services: Record<string, any>) => void, RegExp][]} */ ([
      [
        'a missing variable',
        (all) => delete all.gateway.environment.REALTIME_URL,
        /gateway does not start without REALTIME_URL/,
      ],
      ['an unused variable', (all) => (all.pairing.environment.S3_BUCKET = 'x'), /pairing does not read S3_BUCKET/],
      [
        'an unknown secret',
        (all) => (all.auth.environment.DATABASE_URL_FILE = '/secrets/POSTGRES_URL'),
        /secrets-auth has no POSTGRES_URL/,
      ],
      ['an inline secret', (all) => (all.media.environment.S3_SECRET_KEY = 'x'), /S3_SECRET_KEY stands in the file/],
      [
        'the secrets of another process',
        (all) => (all.gateway.volumes = ['secrets-auth:/secrets:ro']),
        /secrets-auth has no REDIS_URL/,
      ],
      ['no health check', (all) => delete all.redis.healthcheck, /redis: it has no health check/],
      [
        'a wait for the wrong thing',
        (all) => (all.gateway.depends_on.auth.condition = 'service_started'),
        /gateway: it waits for auth/,
      ],
      ['an image without a tag', (all) => (all.nats.image = 'nats'), /nats: the image nats/],
      ['an open root file system', (all) => (all.auth.read_only = false), /auth: its root file system/],
      [
        'an undeclared volume',
        (all) => (all.redis.volumes = ['cache:/data', 'secrets-redis:/secrets:ro']),
        /there is no volume cache/,
      ],
      [
        'an address that leads nowhere',
        (all) => (all.gateway.environment.MEDIA_URL = 'http://media:3001'),
        /MEDIA_URL leads nowhere/,
      ],
      [
        'a service beside the object store',
        (all) => (all.pairing.networks = ['inside', 'objects']),
        /pairing: it reaches the object store/,
      ],
      [
        'an object store among all services',
        (all) => (all.s3.networks = ['inside']),
        /gateway: it reaches the object store/,
      ],
      [
        'an object store that reaches the outside',
        (all) => (all.s3.networks = ['objects', 'outside']),
        /s3: its network outside is not internal/,
      ],
      ['an object store whose port is published', (all) => (all.s3.ports = ['8333:8333']), /s3: it is published/],
    ]),
  )('the checker finds %s', (_what, harm, message) => {
    const file = composeFile();
    harm(file.services);
    expect(checkCompose(file, expected).join('\n')).toMatch(message);
  });
});

describe('infra/deploy/compose/backup.yml', () => {
  const backup = readYaml(join(ROOT, 'infra', 'deploy', 'compose', 'backup.yml')).services;
  const readers = Object.keys(backup).filter((name) => backup[name].environment?.S3_ENDPOINT);

  it.each(readers)('lets %s reach the object store of media, wherever it is', (name) => {
    const { services, networks } = composeFile();
    const objects = (/** @type {any} */ { environment }) =>
      Object.fromEntries(Object.entries(environment).filter(([key]) => key.startsWith('S3_')));
    expect(objects(backup[name])).toEqual(objects(services.media));
    for (const network of services.s3.networks) expect(backup[name].networks).toContain(network);
    expect(backup[name].networks.some((/** @type {string} */ one) => networks[one]?.internal !== true)).toBe(true);
  });

  it('gives the moment of a restore to both of its steps', () => {
    for (const name of ['restore-postgres', 'backup-objects'])
      expect(backup[name].environment.RESTORE_TO).toBe('${RESTORE_TO:-}');
  });
});

describe('the ops port', () => {
  it('answers alive but not ready while a store is down, and ready when it is back', async () => {
    await realtime.busDown();
    await realtime.until('/readyz', 503);
    expect((await realtime.ask('/livez')).status).toBe(200);
    await realtime.busUp();
    await realtime.until('/readyz', 200);
  }, 60_000);

  it('closes within 15 s when the process is stopped while its bus is down', async () => {
    await realtime.busDown();
    await realtime.until('/readyz', 503);
    const since = Date.now();
    await realtime.end();
    // The supervisor kills the process after this time; Kubernetes and Compose wait longer.
    expect(Date.now() - since).toBeLessThan(15_000);
  }, 60_000);
});
