import { boxOf, objectOf } from './objects.mjs';

/** Names that refer to nothing, or to more than one thing. @type {import('./objects.mjs').Seed[]} */
export const REFERENCE_SEEDS = [
  [
    'a selector that matches several workloads',
    (all) => (objectOf(all, 'Service', 'gateway').spec.selector = { 'app.kubernetes.io/component': 'process' }),
    /matches the pods of several workloads/,
  ],
  [
    'a StatefulSet without its Service',
    (all) => (objectOf(all, 'StatefulSet', 'nats').spec.serviceName = 'bus'),
    /there is no Service bus/,
  ],
  [
    'a variable that is given twice',
    (all) => boxOf(all, 'auth').env.push({ name: 'OPS_PORT', value: '9001' }),
    /the variable OPS_PORT is given twice/,
  ],
  [
    'a monitor of pods whose migrations still run',
    (all) => objectOf(all, 'PodMonitor', 'duet').spec.podMetricsEndpoints[0].relabelings.pop(),
    /PodMonitor duet: it reads pods before auth runs/,
  ],
  [
    'an object that exists twice',
    (all) => all.push(objectOf(all, 'Service', 'gateway')),
    /Service gateway: it exists twice/,
  ],
  [
    'a workload that selects other pods',
    (all) => (objectOf(all, 'Deployment', 'auth').spec.selector.matchLabels = { 'app.kubernetes.io/name': 'author' }),
    /Deployment auth: its selector/,
  ],
  [
    'a Service without pods',
    (all) => (objectOf(all, 'Service', 'media').spec.selector = { app: 'media' }),
    /Service media: its selector/,
  ],
  [
    'a Service at a port without a listener',
    (all) => (objectOf(all, 'Service', 'gateway').spec.ports[0].targetPort = 'web'),
    /Service gateway: its pods have no port web/,
  ],
  [
    'an Ingress to nowhere',
    (all) => (objectOf(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].backend.service.name = 'frontend'),
    /Ingress duet/,
  ],
  [
    'a budget without pods',
    (all) =>
      (objectOf(all, 'PodDisruptionBudget', 'media').spec.selector.matchLabels = {
        'app.kubernetes.io/name': 'medium',
      }),
    /PodDisruptionBudget media: its selector matches the pods of 0/,
  ],
  [
    'an autoscaler of nothing',
    (all) => (objectOf(all, 'HorizontalPodAutoscaler', 'realtime').spec.scaleTargetRef.name = 'sockets'),
    /there is no Deployment sockets/,
  ],
  [
    'an autoscaler by a metric that does not exist',
    (all) =>
      (objectOf(all, 'HorizontalPodAutoscaler', 'realtime').spec.metrics[0].pods.metric.name = 'duet_connections'),
    /no process has the metric duet_connections/,
  ],
  [
    'an autoscaler of a workload with fixed replicas',
    (all) => (objectOf(all, 'Deployment', 'auth').spec.replicas = 3),
    /has a fixed number of replicas/,
  ],
];
