import { PROCESSES, SERVICES } from '../../processes.mjs';
import { containerPort, matches, ofKind, podsOf, titleOf } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Pod} Pod */

/** The allowed connections. All others must be blocked. */
const WAYS = [
  { from: ['gateway'], to: 'realtime', port: 3000 },
  { from: ['gateway'], to: 'media', port: 3000 },
  {
    from: [...PROCESSES],
    to: 'nats',
    port: 4222,
  },
  {
    from: [...SERVICES, 'database', 'backup', 'backup-reader', 'restore-objects'],
    to: 'postgres',
    port: 5432,
  },
  { from: ['gateway', 'realtime'], to: 'redis', port: 6379 },
  { from: ['media', 'backup', 'restore-objects'], to: 's3', port: 8333 },
];

/**
 * The pod that cert-manager starts in our namespace for each HTTP-01 challenge. No overlay has it, and its policy must be there
 * before it, because every connection is denied.
 * @type {Pod}
 */
const SOLVER = {
  owner: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'cm-acme-http-solver' } },
  name: 'cm-acme-http-solver',
  labels: { 'acme.cert-manager.io/http01-solver': 'true' },
  spec: {},
  containers: [{ ports: [{ containerPort: 8089 }] }],
};

/** @param {any} peer one of `from` or `to` @param {Pod} pod in the same namespace */
const includes = (peer, pod) =>
  peer.podSelector !== undefined && peer.namespaceSelector === undefined && matches(peer.podSelector, pod.labels);

/** @param {any} rule @param {Pod} pod whose port it is @param {number} port */
const opens = (rule, pod, port) =>
  (rule.ports ?? []).length === 0 ||
  rule.ports.some((/** @type {any} */ one) => containerPort(pod, one.port) === port || one.port === port);

/** @param {Manifest[]} policies @param {Pod} from @param {Pod} to @param {number} port */
function passes(policies, from, to, port) {
  const leaves = policies.some(
    ({ spec }) =>
      matches(spec.podSelector, from.labels) &&
      (spec.egress ?? []).some(
        (/** @type {any} */ rule) =>
          opens(rule, to, port) && rule.to?.some((/** @type {any} */ peer) => includes(peer, to)),
      ),
  );
  const enters = policies.some(
    ({ spec }) =>
      matches(spec.podSelector, to.labels) &&
      (spec.ingress ?? []).some(
        (/** @type {any} */ rule) =>
          opens(rule, to, port) && rule.from?.some((/** @type {any} */ peer) => includes(peer, from)),
      ),
  );
  return { leaves, enters };
}

/** @param {Manifest[]} policies @param {Pod[]} pods */
function ways(policies, pods) {
  return pods.flatMap((to) =>
    to.containers
      .flatMap(({ ports = [] }) => ports)
      .flatMap(({ containerPort: port }) =>
        pods
          .filter((from) => from !== to)
          .flatMap((from) => {
            const wanted = WAYS.some((way) => way.to === to.name && way.port === port && way.from.includes(from.name));
            const { leaves, enters } = passes(policies, from, to, port);
            if (wanted)
              return [
                ...(leaves ? [] : [`${from.name} may not leave for ${to.name}:${port}`]),
                ...(enters ? [] : [`${to.name}:${port} does not let ${from.name} in`]),
              ];
            return leaves && enters ? [`${from.name} gets through to ${to.name}:${port}, which it does not need`] : [];
          }),
      ),
  );
}

/** @param {Manifest} policy @param {Pod[]} pods */
function dangling(policy, pods) {
  const { podSelector, ingress = [], egress = [] } = policy.spec;
  const chosen = pods.filter((pod) => matches(podSelector, pod.labels));
  const title = titleOf(policy);
  const peers = [
    ...ingress.flatMap((/** @type {any} */ one) => one.from ?? []),
    ...egress.flatMap((/** @type {any} */ one) => one.to ?? []),
  ].filter((peer) => peer.podSelector && !peer.namespaceSelector);
  const deaf = ingress
    .flatMap((/** @type {any} */ { ports = [] }) => ports)
    .filter((/** @type {any} */ { port }) => !chosen.some((pod) => containerPort(pod, port)));
  return [
    ...(chosen.length > 0 ? [] : [`${title}: it selects no pods`]),
    ...peers
      .filter((peer) => !pods.some((pod) => includes(peer, pod)))
      .map((peer) => `${title}: no pod is ${JSON.stringify(peer.podSelector)}`),
    ...deaf.map((/** @type {any} */ { port }) => `${title}: it opens the port ${port}, which its pods do not have`),
  ];
}

/** Who may open a port of a pod, as texts. @param {Manifest[]} policies @param {Pod} to @param {number} port */
const callers = (policies, to, port) =>
  policies
    .filter(({ spec }) => matches(spec.podSelector, to.labels))
    .flatMap(({ spec }) => spec.ingress ?? [])
    .filter((/** @type {any} */ rule) => opens(rule, to, port))
    .flatMap((/** @type {any} */ { from = [] }) => from.map((/** @type {any} */ peer) => JSON.stringify(peer)));

/** Checks that the controller that reaches the gateway also reaches the solver: no certificate is issued otherwise. @param {Manifest[]} objects @param {Manifest[]} policies @param {Pod[]} pods */
function challenges(objects, policies, pods) {
  const isIssued = ofKind(objects, 'Ingress').some(
    ({ metadata }) => metadata.annotations?.['cert-manager.io/cluster-issuer'],
  );
  if (!isIssued) return [];
  const solver = callers(policies, SOLVER, 8089);
  return pods
    .filter(({ name }) => name === 'gateway')
    .flatMap((gateway) => callers(policies, gateway, 8080))
    .filter((peer) => !solver.includes(peer))
    .map((peer) => `the solver of cert-manager does not let ${peer} in`);
}

/** Private networks that a process with access to the internet must not reach. */
const INSIDE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'];

/** @param {Manifest} policy */
function leaks(policy) {
  const blocks = (policy.spec.egress ?? [])
    .flatMap((/** @type {any} */ one) => one.to ?? [])
    .flatMap((/** @type {any} */ { ipBlock }) => (ipBlock ? [ipBlock] : []));
  return blocks.flatMap((/** @type {any} */ { cidr, except = [] }) => {
    const open =
      cidr === '0.0.0.0/0' ? INSIDE.filter((one) => !except.includes(one)) : ['::/0'].filter((one) => one === cidr);
    return open.map((one) => `${titleOf(policy)}: it opens the way to ${one}`);
  });
}

/** Checks that exactly the needed connections are allowed, on both ends. @param {Manifest[]} objects */
export function network(objects) {
  const policies = ofKind(objects, 'NetworkPolicy');
  const pods = podsOf(objects);
  const closed = policies.some(
    ({ spec }) =>
      Object.keys(spec.podSelector).length === 0 && spec.policyTypes.length === 2 && !spec.ingress && !spec.egress,
  );
  return [
    ...(closed ? [] : ['no NetworkPolicy denies by default']),
    ...policies.flatMap((policy) => [...dangling(policy, [...pods, SOLVER]), ...leaks(policy)]),
    ...ways(policies, pods),
    ...challenges(objects, policies, pods),
  ];
}
