import { isOnce, isProcess, ofKind, podsOf, titleOf, valueOf } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Expected} Expected @typedef {import('./world.mjs').Pod} Pod */

/** Realtime's default time for draining its sockets, in milliseconds. */
const DRAIN_TIME = 5_000;

/** For work that is in progress when the drain ends, in seconds. */
const REST = 10;

/** @param {Manifest[]} objects @param {(pod: Pod, container: any) => (string | false | undefined)[]} judge */
function eachContainer(objects, judge) {
  return podsOf(objects).flatMap((pod) =>
    pod.containers.flatMap((container) =>
      judge(pod, container)
        .filter((one) => typeof one === 'string')
        .map((one) => `${titleOf(pod.owner)}: ${one}`),
    ),
  );
}

/** Checks that each container has the three probes, that their paths answer, and that alive and ready differ. @param {Manifest[]} objects @param {Expected} expected */
export function probes(objects, { opsPaths }) {
  return eachContainer(objects, (pod, container) => {
    if (isOnce(pod) || pod.spec.initContainers?.includes(container)) return [];
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const names = Object.entries({ startupProbe, livenessProbe, readinessProbe });
    const ports = (container.ports ?? []).flatMap((/** @type {any} */ one) => [one.name, one.containerPort]);
    return [
      ...names.map(([name, probe]) => !probe && `it has no ${name}`),
      ...names.map(([name, probe]) => {
        const port = (probe?.httpGet ?? probe?.tcpSocket)?.port;
        return (
          port !== undefined && !ports.includes(port) && `its ${name} asks the port ${port}, which it does not have`
        );
      }),
      ...names.map(
        ([name, probe]) =>
          isProcess(pod) &&
          !opsPaths.includes(probe?.httpGet?.path) &&
          `its ${name} asks ${probe?.httpGet?.path}, where nothing answers`,
      ),
      JSON.stringify(livenessProbe?.httpGet ?? livenessProbe) ===
        JSON.stringify(readinessProbe?.httpGet ?? readinessProbe) && 'its liveness and readiness probes are the same',
    ];
  });
}

/** Checks the restricted profile of Pod Security, and for a read-only root file system. @param {Manifest[]} objects */
export function security(objects) {
  const namespaces = ofKind(objects, 'Namespace');
  const open = namespaces
    .filter((one) => one.metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
    .map((one) => `${titleOf(one)}: it does not enforce the restricted profile`);
  const homeless = objects
    .filter((one) => one.kind !== 'Namespace' && one.metadata.namespace !== namespaces[0]?.metadata.name)
    .map((one) => `${titleOf(one)}: it is not in our namespace`);
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
  return eachContainer(objects, (_pod, { image }) => [
    !/(:(?!latest$)\w[\w.-]{0,127}|@sha256:[0-9a-f]{64})$/.test(image) && `the image ${image} has no fixed version`,
  ]);
}

/** Checks that a roll-out stops no pod before the new one is ready, and that a stop leaves time to drain. @param {Manifest[]} objects */
export function endings(objects) {
  return podsOf(objects)
    .filter(isProcess)
    .flatMap(({ owner, spec }) => {
      const [container] = spec.containers;
      const pause = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
      const needed = pause + Number(valueOf(container, 'DRAIN_TIME') ?? DRAIN_TIME) / 1_000 + REST;
      return [
        ...(owner.spec.strategy?.rollingUpdate?.maxUnavailable === 0
          ? []
          : [`${titleOf(owner)}: a roll-out may stop pods before the new ones are ready`]),
        ...(spec.terminationGracePeriodSeconds >= needed
          ? []
          : [`${titleOf(owner)}: it has ${spec.terminationGracePeriodSeconds} s to end and needs ${needed}`]),
      ];
    });
}
