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
];
