import { isProcess, ofKind, podsOf, titleOf, valueOf } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Facts} Facts @typedef {import('./world.mjs').Pod} Pod */

/** What realtime takes to send its sockets elsewhere when nothing says otherwise, in milliseconds. */
const DRAIN_TIME = 5_000;

/** For what was in hand when the drain ended, in seconds. */
const REST = 10;

/** @param {Manifest[]} objects @param {(pod: Pod, container: any) => (string | false | undefined)[]} judge */
function eachContainer(objects, judge) {
  return podsOf(objects).flatMap((pod) => pod.containers.flatMap((container) => judge(pod, container).filter((one) => typeof one === 'string').map((one) => `${titleOf(pod.owner)}: ${one}`)));
}

/** Started, alive and ready mean different things, and each asks something that answers. @param {Manifest[]} objects @param {Facts} facts */
export function probes(objects, { opsPaths }) {
  return eachContainer(objects, (pod, container) => {
    if (pod.owner.kind === 'Job') return [];
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const names = Object.entries({ startupProbe, livenessProbe, readinessProbe });
    const ports = (container.ports ?? []).flatMap((/** @type {any} */ one) => [one.name, one.containerPort]);
    return [
      ...names.map(([name, probe]) => !probe && `it has no ${name}`),
      ...names.map(([name, probe]) => {
        const port = (probe?.httpGet ?? probe?.tcpSocket)?.port;
        return port !== undefined && !ports.includes(port) && `its ${name} asks the port ${port}, which it does not have`;
      }),
      ...names.map(([name, probe]) => isProcess(pod) && !opsPaths.includes(probe?.httpGet?.path) && `its ${name} asks ${probe?.httpGet?.path}, where nothing answers`),
      JSON.stringify(livenessProbe?.httpGet ?? livenessProbe) === JSON.stringify(readinessProbe?.httpGet ?? readinessProbe) && 'alive and ready are the same question',
    ];
  });
}

/** The restricted profile of Pod Security, and a root file system that nobody writes to. @param {Manifest[]} objects */
export function security(objects) {
  const namespaces = ofKind(objects, 'Namespace');
  const open = namespaces.filter((one) => one.metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted').map((one) => `${titleOf(one)}: it does not enforce the restricted profile`);
  const homeless = objects.filter((one) => one.kind !== 'Namespace' && one.metadata.namespace !== namespaces[0]?.metadata.name).map((one) => `${titleOf(one)}: it lies in no namespace of ours`);
  const boxes = eachContainer(objects, ({ spec }, container) => {
    const whole = spec.securityContext ?? {};
    const own = container.securityContext ?? {};
    return [
      spec.automountServiceAccountToken !== false && 'it is given a token for the Kubernetes API',
      whole.runAsNonRoot !== true && 'it may run as root',
      whole.seccompProfile?.type !== 'RuntimeDefault' && 'it has no seccomp profile',
      own.allowPrivilegeEscalation !== false && 'it may gain privileges',
      own.readOnlyRootFilesystem !== true && 'its root file system can be written to',
      !own.capabilities?.drop?.includes('ALL') && 'it keeps capabilities',
    ];
  });
  return [...open, ...homeless, ...boxes];
}

/** @param {Manifest[]} objects */
export function resources(objects) {
  return eachContainer(objects, (_pod, { resources: { requests = {}, limits = {} } = {} }) => [
    ...['cpu', 'memory'].map((name) => !requests[name] && `it requests no ${name}`),
    !limits.memory && 'its memory has no limit',
  ]);
}

/** @param {Manifest[]} objects */
export function images(objects) {
  return eachContainer(objects, (_pod, { image }) => [!/(:(?!latest$)[\w][\w.-]*|@sha256:[0-9a-f]{64})$/.test(image) && `the image ${image} says not which one`]);
}

/** A roll-out takes nothing away before the new one is ready, and an end leaves time to drain. @param {Manifest[]} objects */
export function endings(objects) {
  return podsOf(objects).filter(isProcess).flatMap(({ owner, spec, containers: [container] }) => {
    const pause = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const needed = pause + Number(valueOf(container, 'DRAIN_TIME') ?? DRAIN_TIME) / 1_000 + REST;
    return [
      ...(owner.spec.strategy?.rollingUpdate?.maxUnavailable === 0 ? [] : [`${titleOf(owner)}: a roll-out may take pods away before the new ones are ready`]),
      ...(spec.terminationGracePeriodSeconds >= needed ? [] : [`${titleOf(owner)}: it has ${spec.terminationGracePeriodSeconds} s to end and needs ${needed}`]),
    ];
  });
}
