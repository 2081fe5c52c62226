/* What an operator may get wrong: each seed is planted into the production overlay or docker-compose.yml and must be found. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/places.mjs';
import { check } from './check.mjs';
import { checkCompose } from './compose.mjs';
import { readSecrets, readSettings } from './expected.mjs';
import { renderedFile } from './overlays.mjs';
import { schemaProblems } from './schemas.mjs';
import { parseObjects, readYaml } from './yaml.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest */

const production = parseObjects(readFileSync(renderedFile('production'), 'utf8'));

/** @type {import('./world.mjs').Expected} */
let expected;

beforeAll(async () => {
  const [settings, secrets] = await Promise.all([readSettings(), readSecrets()]);
  expected = { settings, secrets, opsPaths: ['/livez', '/readyz', '/metrics'], metrics: ['duet_sockets'] };
}, 60_000);

/** @param {Manifest[]} objects @param {string} kind @param {string | RegExp} name @returns {any} */
function the(objects, kind, name) {
  const found = objects.find(
    ({ kind: one, metadata }) =>
      one === kind && (metadata.name === name || (name instanceof RegExp && name.test(metadata.name))),
  );
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

/** @param {Manifest[]} objects @param {string} name */
const podOf = (objects, name) => the(objects, 'Deployment', name).spec.template.spec;

/** @param {Manifest[]} objects @param {string} name */
const boxOf = (objects, name) => podOf(objects, name).containers[0];

/** @param {Manifest[]} objects */
const database = (objects) => the(objects, 'Job', /^database-/);

const RESTRICTED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const INITIAL = {
  name: 'prepare',
  image: 'registry.example.org/duet:0.1.0',
  command: ['sh'],
  securityContext: RESTRICTED,
  resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '64Mi' } },
};

/** @type {[string, (objects: Manifest[]) => unknown, RegExp][]} */
const SEEDS = [
  [
    'a request above its limit',
    (all) => (boxOf(all, 'auth').resources.requests.memory = '2Gi'),
    /Deployment auth auth: it requests more memory than its limit/,
  ],
  ['an amount that is none', (all) => (boxOf(all, 'auth').resources.limits.memory = '512MB'), /512MB is no amount/],
  ['missing resources', (all) => delete boxOf(all, 'auth').resources, /it requests no cpu/],
  [
    'an autoscaler with a maximum below its minimum',
    (all) => (the(all, 'HorizontalPodAutoscaler', 'auth').spec.maxReplicas = 1),
    /maximum 1 is below its minimum 2/,
  ],
  [
    'an autoscaler that goes down to one',
    (all) => (the(all, 'HorizontalPodAutoscaler', 'auth').spec.minReplicas = 1),
    /its minimum is a single replica/,
  ],
  ['a missing volume', (all) => podOf(all, 'auth').volumes.shift(), /Deployment auth: there is no volume tmp/],
  [
    'a volume that nothing mounts',
    (all) => podOf(all, 'auth').volumes.push({ name: 'spare', emptyDir: { sizeLimit: '1Mi' } }),
    /nothing mounts its volume spare/,
  ],
  [
    'a missing claim',
    (all) => (podOf(all, 'media').volumes[0] = { name: 'tmp', persistentVolumeClaim: { claimName: 'files' } }),
    /there is no claim files/,
  ],
  [
    'a temporary folder without a limit',
    (all) => (podOf(all, 'auth').volumes[0].emptyDir = {}),
    /its volume tmp has no limit/,
  ],
  [
    'a temporary folder larger than its storage',
    (all) => (podOf(all, 'auth').volumes[0].emptyDir.sizeLimit = '2Gi'),
    /its volume tmp exceeds its temporary storage/,
  ],
  [
    'a folder of the node',
    (all) => (podOf(all, 'auth').volumes[0] = { name: 'tmp', hostPath: { path: '/tmp' } }),
    /is of the type hostPath/,
  ],
  [
    'the socket of the container engine',
    (all) => (podOf(all, 'auth').volumes[0] = { name: 'tmp', hostPath: { path: '/var/run/docker.sock' } }),
    /is of the type hostPath/,
  ],
  [
    'a Job that is always restarted',
    (all) => (database(all).spec.template.spec.restartPolicy = 'Always'),
    /Job database\S*: a Job cannot restart Always/,
  ],
  [
    'a Job without a restart policy',
    (all) => delete database(all).spec.template.spec.restartPolicy,
    /a Job cannot restart Always/,
  ],
  [
    'a privileged init container',
    (all) => (podOf(all, 'auth').initContainers = [{ ...INITIAL, securityContext: { privileged: true } }]),
    /Deployment auth: a container is privileged/,
  ],
  [
    'an init container with a writable root',
    (all) => (podOf(all, 'auth').initContainers = [{ ...INITIAL, securityContext: {} }]),
    /Deployment auth: its root file system/,
  ],
  [
    'an init container of the latest image',
    (all) => (podOf(all, 'auth').initContainers = [{ ...INITIAL, image: 'busybox:latest' }]),
    /busybox:latest has no fixed version/,
  ],
  [
    'a container that runs as root',
    (all) => (boxOf(all, 'auth').securityContext.runAsUser = 0),
    /a container runs as root/,
  ],
  [
    'a container with capabilities',
    (all) => (boxOf(all, 'auth').securityContext.capabilities.add = ['NET_ADMIN']),
    /a container is given capabilities/,
  ],
  ['the network of the node', (all) => (podOf(all, 'auth').hostNetwork = true), /it has hostNetwork/],
  [
    'a port of the node',
    (all) => (boxOf(all, 'gateway').ports[0].hostPort = 8080),
    /a container has a port of the node/,
  ],
  [
    'a disruption budget that blocks every drain',
    (all) => (the(all, 'PodDisruptionBudget', 'auth').spec.maxUnavailable = 0),
    /PodDisruptionBudget auth: it lets no pod stop/,
  ],
  [
    'a disruption budget that needs all pods',
    (all) => {
      const { spec } = the(all, 'PodDisruptionBudget', 'auth');
      delete spec.maxUnavailable;
      spec.minAvailable = 2;
    },
    /PodDisruptionBudget auth: it needs all pods/,
  ],
  [
    'a policy that cuts the names',
    (all) =>
      (the(all, 'NetworkPolicy', 'names').spec.podSelector = { matchLabels: { 'app.kubernetes.io/name': 'auth' } }),
    /Deployment gateway: it cannot ask for names/,
  ],
  [
    'names over UDP only',
    (all) => the(all, 'NetworkPolicy', 'names').spec.egress[0].ports.pop(),
    /it cannot ask for names over TCP/,
  ],
  [
    'the ops port on the Ingress',
    (all) => {
      the(all, 'Service', 'gateway').spec.ports.push({ name: 'ops', port: 9000, targetPort: 'ops' });
      the(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].backend.service.port = { name: 'ops' };
    },
    /Ingress duet: it opens the port ops of gateway/,
  ],
  [
    'the ops port open to all',
    (all) => delete the(all, 'NetworkPolicy', 'observed').spec.ingress[0].from,
    /NetworkPolicy observed: it opens the ops port/,
  ],
  [
    'the public port of a pod open with its ops port',
    (all) => delete the(all, 'NetworkPolicy', 'gateway').spec.ingress[0].ports,
    /NetworkPolicy gateway: it opens the ops port/,
  ],
  [
    'another process on the Ingress',
    (all) => (the(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].backend.service.name = 'media'),
    /Ingress duet: it opens media to the outside/,
  ],
  [
    'all of realtime on the Ingress',
    (all) => (the(all, 'Ingress', 'duet-sockets').spec.rules[0].http.paths[0].path = '/'),
    /Ingress duet-sockets: it opens realtime to the outside/,
  ],
  [
    'sockets on any replica, where a session of polling breaks',
    (all) =>
      delete the(all, 'Ingress', 'duet-sockets').metadata.annotations['nginx.ingress.kubernetes.io/upstream-hash-by'],
    /Ingress duet-sockets: it opens realtime to the outside/,
  ],
  [
    'a Service of the nodes',
    (all) => (the(all, 'Service', 'nats').spec.type = 'NodePort'),
    /Service nats: its type NodePort publishes it/,
  ],
  [
    'a Service with a balancer',
    (all) => (the(all, 'Service', 'gateway').spec.type = 'LoadBalancer'),
    /its type LoadBalancer publishes it/,
  ],
  ['an Ingress without a certificate', (all) => delete the(all, 'Ingress', 'duet').spec.tls, /has no certificate/],
  [
    'an Ingress of another host',
    (all) => (the(all, 'Ingress', 'duet').spec.rules[0].host = 'www.example.org'),
    /is not the one of APP_ORIGIN/,
  ],
  [
    'an origin without encryption',
    (all) => (the(all, 'ConfigMap', 'duet').data.APP_ORIGIN = 'http://duet.example.org'),
    /is not encrypted/,
  ],
  [
    'the Secret of another process',
    (all) =>
      (podOf(all, 'gateway').volumes.find((/** @type {any} */ one) => one.secret).secret.secretName = 'duet-realtime'),
    /Deployment gateway: it reads duet-realtime, which is another's/,
  ],
  [
    'a Secret in the variables',
    (all) => (boxOf(all, 'gateway').envFrom = [{ secretRef: { name: 'duet-auth' } }]),
    /Deployment gateway: it reads duet-auth/,
  ],
  [
    'a password in the manifest',
    (all) => boxOf(all, 'media').env.push({ name: 'S3_SECRET_KEY', value: 'secret' }),
    /S3_SECRET_KEY stands in the manifest/,
  ],
  [
    'a selector that matches several workloads',
    (all) => (the(all, 'Service', 'gateway').spec.selector = { 'app.kubernetes.io/component': 'process' }),
    /matches the pods of several workloads/,
  ],
  [
    'a StatefulSet without its Service',
    (all) => (the(all, 'StatefulSet', 'nats').spec.serviceName = 'bus'),
    /there is no Service bus/,
  ],
  [
    'a probe of the wrong port',
    (all) => (boxOf(all, 'gateway').readinessProbe.httpGet.port = 'web'),
    /asks the port web/,
  ],
  [
    'a slow start that is killed',
    (all) => (boxOf(all, 'auth').startupProbe.failureThreshold = 3),
    /less than a minute to start/,
  ],
  [
    'a variable that is given twice',
    (all) => boxOf(all, 'auth').env.push({ name: 'OPS_PORT', value: '9001' }),
    /the variable OPS_PORT is given twice/,
  ],
  ['a port below 1024', (all) => (boxOf(all, 'gateway').ports[0].containerPort = 80), /it cannot listen at 80/],
  [
    'two versions of the product',
    (all) => (boxOf(all, 'auth').image = 'registry.example.org/duet:0.0.9'),
    /the images of the product have several versions/,
  ],
  [
    'a stream larger than its volume',
    (all) => (the(all, 'StatefulSet', 'nats').spec.volumeClaimTemplates[0].spec.resources.requests.storage = '50Gi'),
    /StatefulSet nats: its volume is too small for max_file_store 50GB/,
  ],
  [
    'more copies of events than servers',
    (all) => (the(all, 'StatefulSet', 'nats').spec.replicas = 1),
    /StatefulSet nats: 1 servers store 3 copies/,
  ],
  [
    'servers that do not look for each other',
    (all) => (the(all, 'ConfigMap', /^nats-/).data['nats.conf'] = 'max_file_store: 50GB'),
    /StatefulSet nats: its servers look for nobody/,
  ],
  [
    'a right on the Kubernetes API',
    (all) =>
      all.push({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: 'admin', namespace: 'duet' },
      }),
    /ClusterRoleBinding admin: the product needs no object of this kind/,
  ],
  [
    'an object that exists twice',
    (all) => all.push(the(all, 'Service', 'gateway')),
    /Service gateway: it exists twice/,
  ],
];

/** @type {[string, (objects: Manifest[]) => unknown, RegExp][]} */
const SCHEMA_SEEDS = [
  ['a misspelt probe', (all) => (boxOf(all, 'auth').livenesProbe = {}), /Deployment auth: .*livenesProbe/],
  [
    'a misspelt field inside a probe',
    (all) => (boxOf(all, 'auth').readinessProbe.httpget = {}),
    /Deployment auth: .*httpget/,
  ],
  [
    'a misspelt field of a budget',
    (all) => (the(all, 'PodDisruptionBudget', 'auth').spec.selectors = {}),
    /PodDisruptionBudget auth: .*selectors/,
  ],
  [
    'a number in place of a string',
    (all) => (the(all, 'ConfigMap', 'duet').data.S3_REGION = 1),
    /ConfigMap duet: data\/data\/S3_REGION must be string/,
  ],
  [
    'a string in place of a number',
    (all) => (the(all, 'HorizontalPodAutoscaler', 'auth').spec.maxReplicas = '3'),
    /HorizontalPodAutoscaler auth: data\/spec\/maxReplicas must be integer/,
  ],
  [
    'a missing field',
    (all) => delete the(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].pathType,
    /Ingress duet: .*pathType/,
  ],
  [
    'an unknown version of the API',
    (all) => (the(all, 'Deployment', 'auth').apiVersion = 'apps/v1beta3'),
    /the API has no Deployment in apps\/v1beta3/,
  ],
  [
    'a kind of another group',
    (all) => (the(all, 'Ingress', 'duet').apiVersion = 'extensions/v1'),
    /the API has no Ingress in extensions\/v1/,
  ],
];

const seeded = (/** @type {(objects: Manifest[]) => unknown} */ plant) => {
  const objects = structuredClone(production);
  plant(objects);
  return objects;
};

describe('the checker finds', () => {
  it.each(SEEDS)('%s', (_what, plant, message) => {
    expect(check(seeded(plant), expected).join('\n')).toMatch(message);
  });

  it('nothing in the overlay itself', () => {
    expect(check(structuredClone(production), expected)).toEqual([]);
  });
});

describe('the schemas refuse', () => {
  it.each(SCHEMA_SEEDS)('%s', async (_what, plant, message) => {
    expect((await schemaProblems(seeded(plant))).join('\n')).toMatch(message);
  });
});

describe('in docker-compose.yml the checker finds', () => {
  it.each(
    /** @type {[string, (services: Record<string, any>) => unknown, RegExp][]} */ ([
      ['a published database', (all) => (all.postgres.ports = ['5432:5432']), /postgres: it publishes 5432:5432/],
      [
        'a published store in the long form',
        (all) => (all.redis.ports = [{ target: 6379, published: '6379' }]),
        /redis: it publishes/,
      ],
      [
        'the socket of the engine',
        (all) => all.auth.volumes.push('/var/run/docker.sock:/var/run/docker.sock'),
        /auth: it mounts \/var\/run\/docker.sock of the machine/,
      ],
      [
        'a writable folder of the machine',
        (all) => all.nats.volumes.push('./infra:/infra'),
        /nats: it mounts \.\/infra of the machine/,
      ],
      ['a privileged service', (all) => (all.media.privileged = true), /media: it is privileged/],
      ['a service with capabilities', (all) => (all.media.cap_add = ['SYS_ADMIN']), /media: it is given capabilities/],
      [
        'a proxy with more than its one capability',
        (all) => all.caddy.cap_add.push('NET_ADMIN'),
        /caddy: it is given capabilities/,
      ],
      [
        'a proxy beside the object store',
        (all) => (all.caddy.networks.objects = {}),
        /caddy: it reaches the object store/,
      ],
      ['a store that can write to its image', (all) => delete all.redis.read_only, /redis: its root file system/],
      ['a store with capabilities', (all) => delete all.postgres.cap_drop, /postgres: it keeps capabilities/],
      ['memory without a limit', (all) => delete all.nats.mem_limit, /nats: its memory has no limit/],
      ['processes without a limit', (all) => delete all.media.pids_limit, /media: its processes have no limit/],
      ['a log that fills the disk', (all) => delete all.gateway.logging, /gateway: its log grows without end/],
      [
        'a health check that costs as much as a service',
        (all) => (all.auth.healthcheck = { test: ['CMD', 'node', '-e', 'fetch("http://127.0.0.1:9000/readyz")'] }),
        /auth: its health check starts a Node process/,
      ],
      [
        'the network of the machine',
        (all) => (all.gateway.network_mode = 'host'),
        /gateway: it has the network of host/,
      ],
      [
        'the processes of the machine',
        (all) => (all.gateway.pid = 'host'),
        /gateway: it sees the processes of the machine/,
      ],
      [
        'the secrets of another process at another place',
        (all) => all.gateway.volumes.push('secrets-auth:/more:ro'),
        /gateway: it mounts secrets-auth, which is another's/,
      ],
    ]),
  )('%s', (_what, plant, message) => {
    const file = readYaml(join(ROOT, 'docker-compose.yml'));
    plant(file.services);
    expect(checkCompose(file, expected).join('\n')).toMatch(message);
  });
});
