/**
 * @typedef {import('./kustomize.mjs').Manifest} Manifest
 * @typedef {Record<string, string>} Labels
 * @typedef {{matchLabels?: Labels, matchExpressions?: {key: string, operator: string, values?: string[]}[]}} Selector
 * @typedef {{owner: Manifest, name: string, labels: Labels, spec: any, containers: any[]}} Pod what a workload makes
 *
 * What the manifests are held against: what processes and programs of ours really do.
 * @typedef {object} Facts
 * @property {Record<string, {names: string[], required: string[]}>} settings what each process reads of its environment
 * @property {Record<string, Record<string, string>>} secrets what the program that makes them puts where
 * @property {string[]} opsPaths what answers 200 on a ready process's ops port
 * @property {string[]} metrics names of gauges and counters of realtime
 */

/** @param {Selector} selector @param {Labels} labels */
export function matches({ matchLabels = {}, matchExpressions = [] }, labels) {
  const plain = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return plain && matchExpressions.every(({ key, operator, values = [] }) => {
    if (operator === 'In') return values.includes(labels[key] ?? '');
    if (operator === 'Exists') return key in labels;
    throw new Error(`a selector says ${operator}, which the checker does not understand`);
  });
}

/** @param {Manifest} object */
export const titleOf = ({ kind, metadata }) => `${kind} ${metadata.name}`;

/** @param {Manifest[]} objects @param {string} kind */
export const ofKind = (objects, kind) => objects.filter((object) => object.kind === kind);

/** @param {Manifest[]} objects @returns {Pod[]} */
export function podsOf(objects) {
  return objects
    .filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job', 'DaemonSet'].includes(kind))
    .map((owner) => {
      const { metadata = {}, spec } = owner.spec.template;
      return { owner, name: owner.metadata.name, labels: metadata.labels ?? {}, spec, containers: spec.containers };
    });
}

/** The process of ours that a container runs, by its command. @param {{command?: string[]}} container */
export function processOf({ command = [] }) {
  return /^(?:services\/)?(\w+)\/dist\/(?:main|migrate)\.js$/.exec(command[1] ?? '')?.[1];
}

/** Only long-running processes of ours. @param {Pod} pod */
export const isProcess = (pod) => pod.owner.kind === 'Deployment';

/** The number of a container's port, given by name or number. @param {Pod} pod @param {string | number} port */
export function containerPort(pod, port) {
  const ports = pod.containers.flatMap((container) => container.ports ?? []);
  return ports.find((one) => one.name === port || one.containerPort === port)?.containerPort;
}

/** @param {{env?: any[]}} container @param {string} name @returns {string | undefined} */
export const valueOf = (container, name) => container.env?.find((one) => one.name === name)?.value;
