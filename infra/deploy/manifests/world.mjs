/**
 * @typedef {import('./yaml.mjs').Manifest} Manifest
 * @typedef {Record<string, string>} Labels
 * @typedef {{matchLabels?: Labels, matchExpressions?: {key: string, operator: string, values?: string[]}[]}} Selector
 * @typedef {{owner: Manifest, name: string, labels: Labels, spec: any, containers: any[]}} Pod the pods of a workload; `containers` begins with those that initialise
 *
 * The values that manifests are checked against: settings, secrets, paths and metrics of our processes.
 * @typedef {object} Expected
 * @property {Record<string, {names: string[], required: string[]}>} settings the variables of each process, and the required ones
 * @property {Record<string, Record<string, string>>} secrets the generated files by owner and name, with their content
 * @property {string[]} opsPaths the paths that answer 200 on the ops port of a ready process
 * @property {string[]} metrics names of gauges and counters of realtime
 */

/** @param {Selector} selector @param {Labels} labels */
export function matches({ matchLabels = {}, matchExpressions = [] }, labels) {
  const plain = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return (
    plain &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator === 'In') return values.includes(labels[key] ?? '');
      if (operator === 'Exists') return key in labels;
      throw new Error(`the checker does not know the operator ${operator} of a selector`);
    })
  );
}

/** @param {Manifest} object */
export const titleOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;

/** The complaints about one object, each with its title. @param {string} title @param {(string | false | undefined | null)[]} complaints */
export const under = (title, complaints) => complaints.flatMap((one) => (one ? [`${title}: ${one}`] : []));

/** @param {Manifest[]} objects @param {string} kind */
export const ofKind = (objects, kind) => objects.filter((object) => object.kind === kind);

/** The pod template of a workload. @param {Manifest} owner @returns {any} */
const templateOf = ({ kind, spec }) => (kind === 'CronJob' ? spec.jobTemplate.spec.template : spec.template);

/** @param {Manifest[]} objects @returns {Pod[]} named by their label, because the name of a Job contains its version */
export function podsOf(objects) {
  return objects
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'CronJob', 'DaemonSet'].includes(kind))
    .map((owner) => {
      const { metadata = {}, spec } = templateOf(owner);
      const labels = metadata.labels ?? {};
      const name = labels['app.kubernetes.io/name'] ?? owner.metadata.name;
      return { owner, name, labels, spec, containers: [...(spec.initContainers ?? []), ...spec.containers] };
    });
}

/** The most pods of a workload: the maximum of its autoscaler, else its replicas. @param {Manifest[]} objects @param {Manifest} owner @returns {number} */
export const mostPods = (objects, owner) =>
  ofKind(objects, 'HorizontalPodAutoscaler').find(({ spec }) => spec.scaleTargetRef.name === owner.metadata.name)?.spec
    .maxReplicas ??
  owner.spec.replicas ??
  1;

/** Whether its pods end by themselves. @param {Pod} pod */
export const isOnce = ({ owner }) => owner.kind === 'Job' || owner.kind === 'CronJob';

/** The name of our process that a container runs, from its command. @param {{command?: string[]}} container */
export function processOf({ command = [] }) {
  return /^(?:services\/)?(\w+)\/(?:bundle\/main|dist\/migrate)\.js$/.exec(command[1] ?? '')?.[1];
}

/** Only our long-running processes. @param {Pod} pod */
export const isProcess = (pod) => pod.owner.kind === 'Deployment';

/** The number of a container's port, given by name or number. @param {Pod} pod @param {string | number} port */
export function containerPort(pod, port) {
  const ports = pod.containers.flatMap((container) => container.ports ?? []);
  return ports.find((one) => one.name === port || one.containerPort === port)?.containerPort;
}

/** @param {{env?: any[]}} container @param {string} name @returns {string | undefined} */
export const valueOf = (container, name) => container.env?.find((one) => one.name === name)?.value;
