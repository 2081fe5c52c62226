import { amount } from './quantities.mjs';
import { isOnce, matches, ofKind, podsOf, titleOf, under } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Pod} Pod */

/** Kinds that the product consists of. Any other kind, such as a role for the Kubernetes API, needs a reason and a rule. */
const KINDS = [
  'Namespace',
  'ConfigMap',
  'Deployment',
  'StatefulSet',
  'Job',
  'CronJob',
  'Service',
  'Ingress',
  'HTTPRoute',
  'NetworkPolicy',
  'PersistentVolumeClaim',
  'PodDisruptionBudget',
  'HorizontalPodAutoscaler',
  'ScaledObject',
  'PodMonitor',
  'PrometheusRule',
];

/** Checks that each object exists once, and that nothing else is created. @param {Manifest[]} objects */
export function kinds(objects) {
  const titles = objects.map(titleOf);
  return objects.flatMap((object, index) =>
    under(titleOf(object), [
      !KINDS.includes(object.kind) && 'the product needs no object of this kind',
      titles.indexOf(titleOf(object)) !== index && 'it exists twice',
    ]),
  );
}

/** Checks that no container requests more than its limit, and that all amounts are amounts. @param {Manifest[]} objects */
export function amounts(objects) {
  return podsOf(objects).flatMap(({ owner, containers }) =>
    containers.flatMap(({ name, resources: { requests = {}, limits = {} } = {} }) =>
      under(`${titleOf(owner)} ${name}`, [
        ...Object.entries({ ...requests, ...limits }).map(
          ([what, text]) => !(amount(text) > 0) && `${text} is no amount of ${what}`,
        ),
        ...Object.keys(requests).map(
          (what) => amount(requests[what]) > amount(limits[what]) && `it requests more ${what} than its limit`,
        ),
      ]),
    ),
  );
}

/** The bounds of an autoscaler, or of one of KEDA. @param {Manifest} scaler */
const boundsOf = ({ spec }) => ({
  min: spec.minReplicas ?? spec.minReplicaCount ?? 0,
  max: spec.maxReplicas ?? spec.maxReplicaCount ?? 0,
  metrics: spec.metrics ?? spec.triggers ?? [],
});

/** @param {Manifest[]} objects */
const scalers = (objects) => [...ofKind(objects, 'HorizontalPodAutoscaler'), ...ofKind(objects, 'ScaledObject')];

/** Checks the bounds of autoscalers. @param {Manifest[]} objects */
export function bounds(objects) {
  return scalers(objects).flatMap((scaler) => {
    const { min, max, metrics } = boundsOf(scaler);
    return under(titleOf(scaler), [
      min < 2 && 'its minimum is a single replica',
      max < min && `its maximum ${max} is below its minimum ${min}`,
      metrics.length === 0 && 'it has no metric',
    ]);
  });
}

/** The number of pods that a workload starts with. @param {Manifest[]} objects @param {Manifest} owner @returns {number} */
function replicasOf(objects, owner) {
  const scaler = scalers(objects).find(({ spec }) => spec.scaleTargetRef.name === owner.metadata.name);
  return scaler ? boundsOf(scaler).min : (owner.spec.replicas ?? 1);
}

/** Checks that a disruption budget lets a node be drained. @param {Manifest[]} objects */
export function drains(objects) {
  return ofKind(objects, 'PodDisruptionBudget').flatMap((budget) => {
    const { maxUnavailable, minAvailable, selector } = budget.spec;
    const replicas = podsOf(objects)
      .filter((pod) => matches(selector, pod.labels))
      .map(({ owner }) => replicasOf(objects, owner));
    const share = (/** @type {any} */ value) => (String(value).endsWith('%') ? parseInt(value) / 100 : undefined);
    return under(titleOf(budget), [
      maxUnavailable !== undefined &&
        parseInt(maxUnavailable) === 0 &&
        'it lets no pod stop, so no node can be drained',
      minAvailable !== undefined &&
        replicas.some((count) =>
          share(minAvailable) === undefined ? minAvailable >= count : share(minAvailable) === 1,
        ) &&
        'it needs all pods, so no node can be drained',
      maxUnavailable === undefined && minAvailable === undefined && 'it has no bound',
    ]);
  });
}

const TIMES = /^(@(hourly|daily|weekly)|(\S+ ){4}\S+)$/;

/** Checks how pods end and start again. @param {Manifest[]} objects */
export function restarts(objects) {
  return podsOf(objects).flatMap((pod) => {
    const { owner, spec } = pod;
    const policy = spec.restartPolicy ?? 'Always';
    const job = owner.kind === 'CronJob' ? owner.spec.jobTemplate.spec : owner.spec;
    return under(titleOf(owner), [
      isOnce(pod) && !['OnFailure', 'Never'].includes(policy) && `a Job cannot restart ${policy}`,
      !isOnce(pod) && policy !== 'Always' && `it is not restarted: ${policy}`,
      isOnce(pod) && job.backoffLimit === undefined && 'it does not say how often it is tried',
      owner.kind === 'CronJob' && !TIMES.test(owner.spec.schedule) && `${owner.spec.schedule} is no schedule`,
      owner.kind === 'CronJob' && owner.spec.concurrencyPolicy !== 'Forbid' && 'two of its runs may overlap',
    ]);
  });
}

/** Checks names and numbers of ports, variables and volumes within a pod. @param {Manifest[]} objects */
export function once(objects) {
  return podsOf(objects).flatMap(({ owner, containers }) =>
    containers.flatMap(({ ports = [], env = [], volumeMounts = [] }) => {
      const twice = (/** @type {any[]} */ list) => list.filter((one, index) => list.indexOf(one) !== index);
      return under(titleOf(owner), [
        ...twice(env.map((/** @type {any} */ one) => one.name)).map((name) => `the variable ${name} is given twice`),
        ...twice(ports.map((/** @type {any} */ one) => one.name)).map((name) => `two ports have the name ${name}`),
        ...twice(volumeMounts.map((/** @type {any} */ one) => one.mountPath)).map(
          (path) => `two volumes lie at ${path}`,
        ),
        ...ports.map(
          (/** @type {any} */ { containerPort: port }) =>
            (port < 1_024 || port > 65_535) && `it cannot listen at ${port}`,
        ),
      ]);
    }),
  );
}

/** Checks that probes can succeed and that a slow start is no failure. @param {Manifest[]} objects */
export function patience(objects) {
  return podsOf(objects).flatMap(({ owner, containers }) =>
    containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      under(titleOf(owner), [
        ...Object.entries({ startupProbe, livenessProbe, readinessProbe }).map(
          ([name, probe]) =>
            probe &&
            (probe.timeoutSeconds ?? 1) > (probe.periodSeconds ?? 10) * (probe.failureThreshold ?? 3) &&
            `its ${name} fails before it can answer`,
        ),
        startupProbe &&
          (startupProbe.periodSeconds ?? 10) * (startupProbe.failureThreshold ?? 3) < 60 &&
          'it has less than a minute to start',
      ]),
    ),
  );
}

/** Checks that all images of the product have the same version. @param {Manifest[]} objects */
export function versions(objects) {
  const images = podsOf(objects).flatMap(({ containers }) => containers.map(({ image }) => String(image)));
  const own = images.filter((image) => /(^|\/)duet(-media)?[:@]/.test(image));
  const found = new Set(own.map((image) => image.slice(image.lastIndexOf(':') + 1)));
  return found.size > 1 ? [`the images of the product have several versions: ${[...found].join(', ')}`] : [];
}
