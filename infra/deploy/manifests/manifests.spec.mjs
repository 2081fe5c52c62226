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

describe('the checker finds', () => {
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
