/* CloudNativePG for the production overlay: schemas, backups, and connections for all replicas. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { connectionsNeeded } from './connections.mjs';
import { POSTGRES, POSTGRES_RECOVERY, renderedFile } from './overlays.mjs';
import { schemaProblems } from './schemas.mjs';
import { ofKind } from './world.mjs';
import { parseObjects } from './yaml.mjs';

/** @typedef {import('./yaml.mjs').Manifest} Manifest */

/** @param {string} overlay */
const objectsOf = (overlay) => parseObjects(readFileSync(renderedFile(overlay), 'utf8'));

/** @param {Manifest[]} objects @param {string} kind @returns {Manifest} */
function only(objects, kind) {
  const [found, ...more] = ofKind(objects, kind);
  if (!found || more.length > 0) throw new Error(`there is not exactly one ${kind}`);
  return found;
}

/** The plugin's ObjectStore has no schema on npm; its configuration is that of a Cluster. @param {Manifest} store @returns {Manifest} */
const asCluster = ({ metadata, spec }) => ({
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Cluster',
  metadata,
  spec: { instances: 1, backup: { barmanObjectStore: spec.configuration, retentionPolicy: spec.retentionPolicy } },
});

describe.each([POSTGRES, POSTGRES_RECOVERY])('k8s/overlays/%s', (overlay) => {
  it('follows the schemas of its kinds', async () => {
    const objects = objectsOf(overlay);
    const store = only(objects, 'ObjectStore');
    expect(await schemaProblems([...objects.filter((one) => one !== store), asCluster(store)])).toEqual([]);
  });
});

describe(`k8s/overlays/${POSTGRES_RECOVERY}`, () => {
  const before = () => only(objectsOf(POSTGRES), 'Cluster').spec;
  const after = () => only(objectsOf(POSTGRES_RECOVERY), 'Cluster').spec;

  it('reads the archive that the cluster before it wrote', () => {
    const { bootstrap, externalClusters } = after();
    const source = externalClusters.find((/** @type {any} */ one) => one.name === bootstrap.recovery.source);
    const [archiver] = before().plugins;
    expect(source.plugin).toEqual({
      name: archiver.name,
      // Without a name of its own an archive has that of its cluster.
      parameters: { ...archiver.parameters, serverName: only(objectsOf(POSTGRES), 'Cluster').metadata.name },
    });
    expect(Number.isNaN(Date.parse(bootstrap.recovery.recoveryTarget.targetTime))).toBe(false);
  });

  it('archives into the same store under another name', () => {
    const [{ parameters, isWALArchiver }] = after().plugins;
    expect(isWALArchiver).toBe(true);
    expect(parameters.barmanObjectName).toBe(before().plugins[0].parameters.barmanObjectName);
    expect(parameters.serverName).not.toBe(after().externalClusters[0].plugin.parameters.serverName);
  });

  it('differs from the cluster in nothing else', () => {
    const { bootstrap, externalClusters, plugins, ...rest } = after();
    const { plugins: others, ...same } = before();
    expect([bootstrap, externalClusters, plugins, others]).not.toContain(undefined);
    expect(rest).toEqual(same);
  });
});

describe(`k8s/overlays/${POSTGRES}`, () => {
  it('archives WAL and makes backups into the same encrypted store', () => {
    const objects = objectsOf(POSTGRES);
    const [cluster, store, backup] = ['Cluster', 'ObjectStore', 'ScheduledBackup'].map((kind) => only(objects, kind));
    expect(cluster?.spec.plugins).toEqual([
      {
        name: backup?.spec.pluginConfiguration.name,
        isWALArchiver: true,
        parameters: { barmanObjectName: store?.metadata.name },
      },
    ]);
    expect(backup?.spec).toMatchObject({ method: 'plugin', cluster: { name: cluster?.metadata.name } });
    expect(backup?.spec.schedule.split(' ')).toHaveLength(6);
    const { wal, data, endpointURL } = store?.spec.configuration ?? {};
    expect([wal.encryption, data.encryption]).toEqual(['AES256', 'AES256']);
    expect(endpointURL).toMatch(/^https:/);
  });

  it('acknowledges on two machines', () => {
    const { instances, postgresql, affinity } = only(objectsOf(POSTGRES), 'Cluster').spec;
    expect(instances).toBeGreaterThanOrEqual(3);
    expect(postgresql.synchronous).toMatchObject({ number: 1, dataDurability: 'required' });
    expect(affinity.podAntiAffinityType).toBe('required');
  });

  it('is reached by every process with a database of the production overlay', () => {
    const policy = only(objectsOf(POSTGRES), 'NetworkPolicy');
    const allowed = policy.spec.ingress[0].from[0].podSelector.matchExpressions[0].values;
    const to = ofKind(objectsOf('production'), 'NetworkPolicy').find(({ metadata }) => metadata.name === 'to-postgres');
    expect(allowed.toSorted()).toEqual(to?.spec.podSelector.matchExpressions[0].values.toSorted());
    expect(to?.spec.egress[0].to[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name']).toBe(
      policy.metadata.namespace,
    );
  });
});

describe('PostgreSQL has connections for all pools', () => {
  it('of the production overlay at the maxima of its autoscalers', () => {
    const { max_connections: limit } = only(objectsOf(POSTGRES), 'Cluster').spec.postgresql.parameters;
    const needed = connectionsNeeded(objectsOf('production'));
    expect(needed).toBeGreaterThan(500);
    expect(Number(limit)).toBeGreaterThanOrEqual(needed);
  });

  it('of a single node', () => {
    const objects = objectsOf('single-node');
    const server = ofKind(objects, 'StatefulSet').find(({ metadata }) => metadata.name === 'postgres');
    const text = server?.spec.template.spec.containers[0].args.join(' ');
    expect(Number(/max_connections=(\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(connectionsNeeded(objects));
  });
});
