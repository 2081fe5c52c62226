import { boxOf, databaseJobOf, podOf, objectOf } from './objects.mjs';

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

/** Errors in the limits, the rights, the start and the stop of pods. @type {import('./objects.mjs').Seed[]} */
export const WORKLOAD_SEEDS = [
  [
    'a request above its limit',
    (all) => (boxOf(all, 'auth').resources.requests.memory = '2Gi'),
    /Deployment auth auth: it requests more memory than its limit/,
  ],
  ['an amount that is none', (all) => (boxOf(all, 'auth').resources.limits.memory = '512MB'), /512MB is no amount/],
  ['missing resources', (all) => delete boxOf(all, 'auth').resources, /it requests no cpu/],
  [
    'an autoscaler with a maximum below its minimum',
    (all) => (objectOf(all, 'HorizontalPodAutoscaler', 'auth').spec.maxReplicas = 1),
    /maximum 1 is below its minimum 2/,
  ],
  [
    'an autoscaler that goes down to one',
    (all) => (objectOf(all, 'HorizontalPodAutoscaler', 'auth').spec.minReplicas = 1),
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
    (all) => (databaseJobOf(all).spec.template.spec.restartPolicy = 'Always'),
    /Job database\S*: a Job cannot restart Always/,
  ],
  [
    'a Job without a restart policy',
    (all) => delete databaseJobOf(all).spec.template.spec.restartPolicy,
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
    (all) => (objectOf(all, 'PodDisruptionBudget', 'auth').spec.maxUnavailable = 0),
    /PodDisruptionBudget auth: it lets no pod stop/,
  ],
  [
    'a disruption budget that needs all pods',
    (all) => {
      const { spec } = objectOf(all, 'PodDisruptionBudget', 'auth');
      delete spec.maxUnavailable;
      spec.minAvailable = 2;
    },
    /PodDisruptionBudget auth: it needs all pods/,
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
  ['a port below 1024', (all) => (boxOf(all, 'gateway').ports[0].containerPort = 80), /it cannot listen at 80/],
  [
    'two versions of the product',
    (all) => (boxOf(all, 'auth').image = 'registry.example.org/duet:0.0.9'),
    /the images of the product have several versions/,
  ],
  [
    'a stream larger than its volume',
    (all) =>
      (objectOf(all, 'StatefulSet', 'nats').spec.volumeClaimTemplates[0].spec.resources.requests.storage = '50Gi'),
    /StatefulSet nats: its volume is too small for max_file_store 50GB/,
  ],
  [
    'more copies of events than servers',
    (all) => (objectOf(all, 'StatefulSet', 'nats').spec.replicas = 1),
    /StatefulSet nats: 1 servers store 3 copies/,
  ],
  [
    'servers that do not look for each other',
    (all) => (objectOf(all, 'ConfigMap', /^nats-/).data['nats.conf'] = 'max_file_store: 50GB'),
    /StatefulSet nats: its servers look for nobody/,
  ],
  ['an image without a tag', (all) => (boxOf(all, 'auth').image = 'registry.example.org/duet'), /has no fixed version/],
  [
    'an image with the tag latest',
    (all) => (boxOf(all, 'auth').image = 'registry.example.org:5000/duet:latest'),
    /has no fixed version/,
  ],
  [
    'a probe of an unknown path',
    (all) => (boxOf(all, 'auth').livenessProbe.httpGet.path = '/health'),
    /asks \/health, where nothing answers/,
  ],
  ['a probe of an unknown port', (all) => (boxOf(all, 'auth').startupProbe.httpGet.port = 9090), /asks the port 9090/],
  [
    'one probe for liveness and readiness',
    (all) => (boxOf(all, 'auth').livenessProbe.httpGet.path = '/readyz'),
    /probes are the same/,
  ],
  [
    'too little time to drain',
    (all) => (podOf(all, 'realtime').terminationGracePeriodSeconds = 30),
    /30 s to end and needs 35/,
  ],
  [
    'a roll-out that stops pods first',
    (all) => (objectOf(all, 'Deployment', 'auth').spec.strategy.rollingUpdate.maxUnavailable = 1),
    /before the new ones are ready/,
  ],
  ['memory without a limit', (all) => delete boxOf(all, 'auth').resources.limits.memory, /its memory has no limit/],
  [
    'pods that may all run on one node',
    (all) => delete podOf(all, 'auth').topologySpreadConstraints,
    /may all run on one node/,
  ],
  [
    'a spread that a full node turns into a limit',
    (all) => (podOf(all, 'auth').topologySpreadConstraints[1].whenUnsatisfiable = 'DoNotSchedule'),
    /Deployment auth: a kubernetes.io\/hostname without room keeps its pods from starting elsewhere/,
  ],
];
