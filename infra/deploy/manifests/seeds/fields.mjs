import { boxOf, objectOf } from './objects.mjs';

/** Fields that the API refuses. @type {import('./objects.mjs').Seed[]} */
export const FIELD_SEEDS = [
  ['a misspelt probe', (all) => (boxOf(all, 'auth').livenesProbe = {}), /^Deployment auth: .*livenesProbe/m],
  [
    'a misspelt field inside a probe',
    (all) => (boxOf(all, 'auth').readinessProbe.httpget = {}),
    /^Deployment auth: .*httpget/m,
  ],
  [
    'a misspelt field of a budget',
    (all) => (objectOf(all, 'PodDisruptionBudget', 'auth').spec.selectors = {}),
    /^PodDisruptionBudget auth: .*selectors/m,
  ],
  [
    'a number in place of a string',
    (all) => (objectOf(all, 'ConfigMap', /^duet-/).data.S3_REGION = 1),
    /ConfigMap duet-\w+: data\/data\/S3_REGION must be string/,
  ],
  [
    'a string in place of a number',
    (all) => (objectOf(all, 'HorizontalPodAutoscaler', 'auth').spec.maxReplicas = '3'),
    /HorizontalPodAutoscaler auth: data\/spec\/maxReplicas must be integer/,
  ],
  [
    'a missing field',
    (all) => delete objectOf(all, 'Ingress', 'duet').spec.rules[0].http.paths[0].pathType,
    /^Ingress duet: .*pathType/m,
  ],
  [
    'an unknown version of the API',
    (all) => (objectOf(all, 'Deployment', 'auth').apiVersion = 'apps/v1beta3'),
    /the API has no Deployment in apps\/v1beta3/,
  ],
  [
    'a kind of another group',
    (all) => (objectOf(all, 'Ingress', 'duet').apiVersion = 'extensions/v1'),
    /the API has no Ingress in extensions\/v1/,
  ],
];
