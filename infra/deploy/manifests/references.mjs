import { containerPort, isOnce, matches, ofKind, podsOf, titleOf } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Expected} Expected */

/** Checks that the selector of a workload matches its own pods. @param {Manifest[]} objects */
export function selectors(objects) {
  return podsOf(objects)
    .filter((pod) => !isOnce(pod))
    .flatMap(({ owner, labels }) =>
      matches(owner.spec.selector, labels) ? [] : [`${titleOf(owner)}: its selector does not match its pods`],
    );
}

/** Checks that a Service selects pods, at a port that they have. @param {Manifest[]} objects */
export function services(objects) {
  const pods = podsOf(objects);
  return ofKind(objects, 'Service').flatMap((service) => {
    const chosen = pods.filter((pod) => matches({ matchLabels: service.spec.selector }, pod.labels));
    if (chosen.length === 0) return [`${titleOf(service)}: its selector matches no pods`];
    return service.spec.ports.flatMap((/** @type {any} */ { port, targetPort = port }) =>
      chosen.every((pod) => containerPort(pod, targetPort))
        ? []
        : [`${titleOf(service)}: its pods have no port ${targetPort}`],
    );
  });
}

/** @param {Manifest[]} objects */
export function disruptionBudgets(objects) {
  const pods = podsOf(objects);
  return ofKind(objects, 'PodDisruptionBudget').flatMap((budget) => {
    const chosen = pods.filter((pod) => matches(budget.spec.selector, pod.labels));
    return chosen.length === 1
      ? []
      : [`${titleOf(budget)}: its selector matches the pods of ${chosen.length} workloads`];
  });
}

/** Checks that an autoscaler names an existing workload and existing metrics. @param {Manifest[]} objects @param {Expected} expected */
export function autoscalers(objects, { metrics }) {
  const pods = podsOf(objects);
  return ofKind(objects, 'HorizontalPodAutoscaler').flatMap((scaler) => {
    const { kind, name } = scaler.spec.scaleTargetRef;
    const target = pods.find(({ owner }) => owner.kind === kind && owner.metadata.name === name);
    if (!target) return [`${titleOf(scaler)}: there is no ${kind} ${name}`];
    const counts =
      target.owner.spec.replicas === undefined
        ? []
        : [`${titleOf(scaler)}: ${kind} ${name} has a fixed number of replicas`];
    const unknown = scaler.spec.metrics.flatMap((/** @type {any} */ { type, pods: counted, resource }) => {
      if (type === 'Pods')
        return metrics.includes(counted.metric.name)
          ? []
          : [`${titleOf(scaler)}: no process has the metric ${counted.metric.name}`];
      const requested = target.containers.every((container) => container.resources?.requests?.[resource.name]);
      return requested ? [] : [`${titleOf(scaler)}: a share of ${resource.name} needs a request of it`];
    });
    return [...counts, ...unknown];
  });
}

/** @param {any} endpoint of a PodMonitor */
const dropsPending = ({ relabelings = [] }) =>
  relabelings.some(
    (/** @type {any} */ { action, sourceLabels, regex }) =>
      action === 'drop' && sourceLabels?.[0] === '__meta_kubernetes_pod_phase' && regex === 'Pending',
  );

/** Checks that Prometheus does not read pods whose init containers still run: nothing answers there. @param {Manifest[]} objects */
export function monitors(objects) {
  const pods = podsOf(objects);
  return ofKind(objects, 'PodMonitor').flatMap((monitor) => {
    const preparing = pods.filter(({ labels, spec }) => matches(monitor.spec.selector, labels) && spec.initContainers);
    return preparing.length === 0 || monitor.spec.podMetricsEndpoints.every(dropsPending)
      ? []
      : [`${titleOf(monitor)}: it reads pods before ${preparing[0]?.name} runs`];
  });
}

/** Checks settings that only several nodes need. @param {Manifest[]} objects */
export function spread(objects) {
  const scaled = new Set(
    objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
      .map((one) => one.spec.scaleTargetRef.name),
  );
  const budgets = ofKind(objects, 'PodDisruptionBudget');
  if (scaled.size === 0) return [];
  return podsOf(objects)
    .filter(({ owner }) => owner.kind === 'Deployment')
    .flatMap(({ owner, labels, spec }) => {
      const constraints = spec.topologySpreadConstraints ?? [];
      return [
        ...(scaled.has(owner.metadata.name) ? [] : [`${titleOf(owner)}: nothing scales it`]),
        ...(budgets.some((budget) => matches(budget.spec.selector, labels))
          ? []
          : [`${titleOf(owner)}: no disruption budget covers its pods`]),
        ...(constraints.length > 0 ? [] : [`${titleOf(owner)}: its pods may all run on one node`]),
        ...constraints.flatMap((/** @type {any} */ one) =>
          matches(one.labelSelector, labels)
            ? []
            : [`${titleOf(owner)}: it spreads other pods than its own over ${one.topologyKey}`],
        ),
        ...constraints.flatMap((/** @type {any} */ one) =>
          one.whenUnsatisfiable === 'ScheduleAnyway'
            ? []
            : [`${titleOf(owner)}: a ${one.topologyKey} without room keeps its pods from starting elsewhere`],
        ),
      ];
    });
}
