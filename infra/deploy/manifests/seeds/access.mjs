import { boxOf, podOf, objectOf } from './objects.mjs';

/** Errors in the access of the outside and of other pods, and of secrets. @type {import('./objects.mjs').Seed[]} */
export const ACCESS_SEEDS = [
  [
    'a policy that cuts the names',
    (all) =>
      (objectOf(all, 'NetworkPolicy', 'names').spec.podSelector = {
        matchLabels: { 'app.kubernetes.io/name': 'auth' },
      }),
    /Deployment gateway: it cannot ask for names/,
  ],
  [
    'names over UDP only',
    (all) => objectOf(all, 'NetworkPolicy', 'names').spec.egress[0].ports.pop(),
    /it cannot ask for names over TCP/,
  ],
  [
    'challenges of cert-manager that nobody can answer',
    (all) => all.splice(all.indexOf(objectOf(all, 'NetworkPolicy', 'acme-challenges')), 1),
    /the solver of cert-manager does not let \{"namespaceSelector"/,
  ],
  [
    'challenges at a port without a listener',
    (all) => (objectOf(all, 'NetworkPolicy', 'acme-challenges').spec.ingress[0].ports[0].port = 8088),
    /NetworkPolicy acme-challenges: it opens the port 8088/,
  ],
  [
    'the ops port on the Ingress',
    (all) => {
      objectOf(all, 'Service', 'gateway').spec.ports.push({ name: 'ops', port: 9000, targetPort: 'ops' });
      objectOf(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].backend.service.port = { name: 'ops' };
    },
    /Ingress duet: it opens the port ops of gateway/,
  ],
  [
    'the ops port open to all',
    (all) => delete objectOf(all, 'NetworkPolicy', 'observed').spec.ingress[0].from,
    /NetworkPolicy observed: it opens the ops port/,
  ],
  [
    'the public port of a pod open with its ops port',
    (all) => delete objectOf(all, 'NetworkPolicy', 'gateway').spec.ingress[0].ports,
    /NetworkPolicy gateway: it opens the ops port/,
  ],
  [
    'another process on the Ingress',
    (all) => (objectOf(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].backend.service.name = 'media'),
    /Ingress duet: it opens media to the outside/,
  ],
  [
    'all of realtime on the Ingress',
    (all) => (objectOf(all, 'Ingress', 'duet-sockets').spec.rules[0].http.paths[0].path = '/'),
    /Ingress duet-sockets: it opens realtime to the outside/,
  ],
  [
    'sockets on any replica, where a session of polling breaks',
    (all) =>
      delete objectOf(all, 'Ingress', 'duet-sockets').metadata.annotations[
        'nginx.ingress.kubernetes.io/upstream-hash-by'
      ],
    /Ingress duet-sockets: it opens realtime to the outside/,
  ],
  [
    'a Service of the nodes',
    (all) => (objectOf(all, 'Service', 'nats').spec.type = 'NodePort'),
    /Service nats: its type NodePort publishes it/,
  ],
  [
    'a Service with a balancer',
    (all) => (objectOf(all, 'Service', 'gateway').spec.type = 'LoadBalancer'),
    /its type LoadBalancer publishes it/,
  ],
  ['an Ingress without a certificate', (all) => delete objectOf(all, 'Ingress', 'duet').spec.tls, /has no certificate/],
  [
    'an Ingress of another host',
    (all) => (objectOf(all, 'Ingress', 'duet').spec.rules[0].host = 'www.example.org'),
    /is not the one of APP_ORIGIN/,
  ],
  [
    'an origin without encryption',
    (all) => (objectOf(all, 'ConfigMap', /^duet-/).data.APP_ORIGIN = 'http://duet.example.org'),
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
    'a missing securityContext',
    (all) => delete boxOf(all, 'messaging').securityContext,
    /Deployment messaging: its root file system/,
  ],
  [
    'a namespace without the restricted profile',
    (all) => (objectOf(all, 'Namespace', 'duet').metadata.labels = {}),
    /Namespace duet/,
  ],
  [
    'a NetworkPolicy for another port',
    (all) => (objectOf(all, 'NetworkPolicy', 'behind-the-gateway').spec.ingress[0].ports[0].port = 3001),
    /it opens the port 3001/,
  ],
  [
    'a needed connection that is blocked',
    (all) => (objectOf(all, 'NetworkPolicy', 'to-the-bus').spec.egress[0].ports[0].port = 4223),
    /auth may not leave for nats:4222/,
  ],
  [
    'an allowed connection that is not needed',
    (all) => {
      objectOf(all, 'NetworkPolicy', 'behind-the-gateway').spec.ingress[0].from = [{ podSelector: {} }];
      objectOf(all, 'NetworkPolicy', 'to-the-bus').spec.egress[0] = { to: [{ podSelector: {} }] };
    },
    /messaging gets through to media:3000/,
  ],
  [
    'access to the internet that includes a private network',
    (all) => objectOf(all, 'NetworkPolicy', 'link-previews').spec.egress[0].to[0].ipBlock.except.splice(1, 1),
    /NetworkPolicy link-previews: it opens the way to 10\.0\.0\.0\/8/,
  ],
  [
    'a missing NetworkPolicy that denies by default',
    (all) => all.splice(all.indexOf(objectOf(all, 'NetworkPolicy', 'default-deny')), 1),
    /denies by default/,
  ],
];
