import { boxOf, objectOf, podOf } from './objects.mjs';

/** The ConfigMap with the settings: its name ends with a hash of its content. */
const SETTINGS = /^duet-/;

/** Errors in variables, settings and secrets. @type {import('./objects.mjs').Seed[]} */
export const SETTING_SEEDS = [
  [
    'a missing variable',
    (all) =>
      (boxOf(all, 'gateway').env = boxOf(all, 'gateway').env.filter(
        (/** @type {any} */ one) => one.name !== 'MEDIA_URL',
      )),
    /gateway does not start without MEDIA_URL/,
  ],
  [
    'an unused variable',
    (all) => boxOf(all, 'pairing').env.push({ name: 'REDIS_URL', value: 'x' }),
    /pairing does not read REDIS_URL/,
  ],
  [
    'a missing key of the ConfigMap',
    (all) => delete objectOf(all, 'ConfigMap', SETTINGS).data.S3_BUCKET,
    /ConfigMap duet-\w+ has no S3_BUCKET/,
  ],
  [
    'an unused key',
    (all) => (objectOf(all, 'ConfigMap', SETTINGS).data.S3_BUCKETS = 'x'),
    /ConfigMap duet-\w+: nothing reads S3_BUCKETS/,
  ],
  [
    'a whole network as a proxy',
    (all) => (objectOf(all, 'ConfigMap', SETTINGS).data.TRUSTED_PROXIES = '127.0.0.1, 10.0.0.0/8'),
    /TRUSTED_PROXIES: 10\.0\.0\.0\/8 trusts a whole network/,
  ],
  [
    'an ingress controller that is no trusted proxy',
    (all) => (objectOf(all, 'ConfigMap', SETTINGS).data.TRUSTED_PROXIES = '127.0.0.1,::1'),
    /TRUSTED_PROXIES: the ingress controller is not among them/,
  ],
  [
    'a proxy without an address',
    (all) => (objectOf(all, 'ConfigMap', SETTINGS).data.TRUSTED_PROXIES = 'ingress'),
    /TRUSTED_PROXIES: ingress is no address/,
  ],
  [
    'an unknown key of a Secret',
    (all) =>
      (boxOf(all, 'auth').env.find((/** @type {any} */ one) => one.name === 'DATABASE_URL_FILE').value =
        '/secrets/POSTGRES_URL'),
    /Secret duet-auth has no POSTGRES_URL/,
  ],
  [
    'an unknown Secret',
    (all) =>
      (podOf(all, 'auth').volumes.find((/** @type {any} */ one) => one.secret).secret.secretName =
        'duet-authentication'),
    /nothing creates the Secret duet-authentication/,
  ],
  [
    'an address that leads nowhere',
    (all) =>
      (boxOf(all, 'gateway').env.find((/** @type {any} */ one) => one.name === 'REALTIME_URL').value =
        'http://realtime:3001'),
    /REALTIME_URL: no Service realtime with the port 3001/,
  ],
];
