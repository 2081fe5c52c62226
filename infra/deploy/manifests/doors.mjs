import { containerPort, matches, ofKind, podsOf, titleOf, under } from './world.mjs';

/** @typedef {import('./world.mjs').Manifest} Manifest @typedef {import('./world.mjs').Pod} Pod */

/** The path of Socket.IO. */
const SOCKETS = '/socket.io/';

/** The annotation by which one client always reaches the same replica, as a session of polling needs it. */
const SAME_REPLICA = 'nginx.ingress.kubernetes.io/upstream-hash-by';

/** @param {any} match of an HTTPRoute: only WebSockets, which need one connection and so one replica */
const isWebSocket = ({ path, headers = [] }) =>
  path?.value === SOCKETS &&
  headers.some((/** @type {any} */ one) => one.name === 'Upgrade' && one.value === 'websocket');

/** The Services and ports that the outside reaches, and whether only sockets do. @param {Manifest[]} objects */
function backends(objects) {
  const ingresses = ofKind(objects, 'Ingress').flatMap((ingress) => [
    ...(ingress.spec.defaultBackend ? [{ door: ingress, ...ingress.spec.defaultBackend.service }] : []),
    ...ingress.spec.rules.flatMap((/** @type {any} */ rule) =>
      rule.http.paths.map((/** @type {any} */ { path, backend }) => ({
        door: ingress,
        ...backend.service,
        isForSockets: path === SOCKETS && Boolean(ingress.metadata.annotations?.[SAME_REPLICA]),
      })),
    ),
  ]);
  const routes = ofKind(objects, 'HTTPRoute').flatMap((route) =>
    route.spec.rules.flatMap((/** @type {any} */ { backendRefs = [], matches: ways = [{}] }) =>
      backendRefs.map((/** @type {any} */ { name, port }) => ({
        door: route,
        name,
        port: { number: port },
        isForSockets: ways.every(isWebSocket),
      })),
    ),
  );
  return [...ingresses, ...routes];
}

/** Checks that the outside reaches the gateway's public port, sockets that of realtime, and nothing else. @param {Manifest[]} objects */
export function doors(objects) {
  const services = ofKind(objects, 'Service');
  const opened = backends(objects).flatMap(({ door, name, port, isForSockets }) => {
    const service = services.find(({ metadata }) => metadata.name === name);
    const found = service?.spec.ports.find(
      (/** @type {any} */ one) => one.name === port?.name || one.port === port?.number,
    );
    return under(titleOf(door), [
      !found && `there is no Service ${name} with the port ${port?.name ?? port?.number}`,
      name !== 'gateway' && !(name === 'realtime' && isForSockets) && `it opens ${name} to the outside`,
      found && (found.targetPort ?? found.port) !== 'http' && `it opens the port ${found.targetPort} of ${name}`,
    ]);
  });
  const published = services.flatMap((service) =>
    under(titleOf(service), [
      !['ClusterIP', undefined].includes(service.spec.type) && `its type ${service.spec.type} publishes it`,
      service.spec.externalIPs && 'it has addresses of the outside',
      service.spec.ports.some((/** @type {any} */ one) => one.nodePort) && 'it has a port of the nodes',
    ]),
  );
  return [...opened, ...published];
}

/** Checks that the host is the one that people type, and encrypted. @param {Manifest[]} objects */
export function hosts(objects) {
  const config = ofKind(objects, 'ConfigMap').find(({ data }) => data.APP_ORIGIN);
  const origin = String(config?.data?.APP_ORIGIN);
  const host = URL.parse(origin)?.hostname;
  const ingresses = ofKind(objects, 'Ingress').flatMap((ingress) => {
    const encrypted = (ingress.spec.tls ?? []).flatMap((/** @type {any} */ one) => one.hosts);
    return ingress.spec.rules.flatMap((/** @type {any} */ rule) =>
      under(titleOf(ingress), [
        rule.host !== host && `its host ${rule.host} is not the one of APP_ORIGIN`,
        !encrypted.includes(rule.host) && `its host ${rule.host} has no certificate`,
        !ingress.spec.ingressClassName && 'it names no class',
      ]),
    );
  });
  const routes = ofKind(objects, 'HTTPRoute').flatMap((route) =>
    under(titleOf(route), [
      !(route.spec.hostnames ?? []).includes(host) && `its hosts are not the one of APP_ORIGIN`,
      !(route.spec.parentRefs ?? []).every((/** @type {any} */ one) => one.sectionName) &&
        'it also attaches to the unencrypted listener',
    ]),
  );
  return [
    ...(origin.startsWith('https://') ? [] : [`ConfigMap duet: APP_ORIGIN ${origin} is not encrypted`]),
    ...ingresses,
    ...routes,
  ];
}

/** @param {any} rule @param {string} protocol */
const asksNames = (rule, protocol) =>
  rule.to?.some((/** @type {any} */ peer) => peer.podSelector?.matchLabels?.['k8s-app'] === 'kube-dns') &&
  rule.ports?.some((/** @type {any} */ one) => one.port === 53 && one.protocol === protocol);

/** Checks that each pod may ask for names. @param {Manifest[]} objects */
export function names(objects) {
  const policies = ofKind(objects, 'NetworkPolicy');
  return podsOf(objects).flatMap(({ owner, labels }) => {
    const rules = policies
      .filter(({ spec }) => matches(spec.podSelector, labels))
      .flatMap(({ spec }) => spec.egress ?? []);
    return ['UDP', 'TCP'].flatMap((protocol) =>
      rules.some((rule) => asksNames(rule, protocol))
        ? []
        : [`${titleOf(owner)}: it cannot ask for names over ${protocol}`],
    );
  });
}

/** Checks that the ops port is open only where a rule names it, and only to a namespace. @param {Manifest[]} objects */
export function opsPort(objects) {
  const pods = podsOf(objects);
  return ofKind(objects, 'NetworkPolicy').flatMap((policy) =>
    (policy.spec.ingress ?? []).flatMap((/** @type {any} */ { from = [{}], ports }) => {
      const reached = pods
        .filter((pod) => matches(policy.spec.podSelector, pod.labels) && containerPort(pod, 'ops'))
        .filter((pod) => !ports || ports.some((/** @type {any} */ { port }) => containerPort(pod, port) === 9000));
      const isMonitoring = from.every(
        (/** @type {any} */ peer) => peer.namespaceSelector?.matchLabels && !peer.ipBlock && !peer.podSelector,
      );
      return reached.length > 0 && !(ports && isMonitoring)
        ? [`${titleOf(policy)}: it opens the ops port of ${reached.map(({ name }) => name).join(', ')}`]
        : [];
    }),
  );
}

/** Checks that pods keep to themselves: not the node's network, processes, ports. @param {Manifest[]} objects */
export function isolation(objects) {
  return podsOf(objects).flatMap(({ owner, spec, containers }) =>
    under(titleOf(owner), [
      ...['hostNetwork', 'hostPID', 'hostIPC'].map((name) => spec[name] && `it has ${name}`),
      ...containers.flatMap(({ ports = [], securityContext = {} }) => [
        securityContext.privileged && 'a container is privileged',
        (securityContext.runAsUser === 0 || securityContext.runAsNonRoot === false) && 'a container runs as root',
        securityContext.capabilities?.add && 'a container is given capabilities',
        securityContext.seccompProfile?.type === 'Unconfined' && 'a container has no seccomp profile',
        ports.some((/** @type {any} */ one) => one.hostPort) && 'a container has a port of the node',
      ]),
    ]),
  );
}

/** Checks that a Service selects one workload, and that a StatefulSet has the Service that it names. @param {Manifest[]} objects */
export function owners(objects) {
  const pods = podsOf(objects);
  const services = ofKind(objects, 'Service');
  return [
    ...services.flatMap((service) =>
      pods.filter((pod) => matches({ matchLabels: service.spec.selector }, pod.labels)).length > 1
        ? [`${titleOf(service)}: its selector matches the pods of several workloads`]
        : [],
    ),
    ...ofKind(objects, 'StatefulSet').flatMap((one) =>
      services.some(({ metadata }) => metadata.name === one.spec.serviceName)
        ? []
        : [`${titleOf(one)}: there is no Service ${one.spec.serviceName}`],
    ),
  ];
}
