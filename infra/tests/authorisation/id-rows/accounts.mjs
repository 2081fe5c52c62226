import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { PASSWORD } from '../world.mjs';
import { body, path } from './calls.mjs';

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const ACCOUNT_ROWS = {
  'GET /api/auth/verify-email/{token} token': {
    thing: 'verifyToken',
    call: (token) => ({ path: { token } }),
    bearer: true,
  },
  'POST /api/auth/unsubscribe/{token} token': {
    thing: 'unsubscribeToken',
    call: (token) => ({ path: { token } }),
    bearer: true,
  },
  'DELETE /api/auth/sessions/{id} id': { thing: 'session', call: path() },
  'PATCH /api/users/passkeys/{id} id': { thing: 'passkey', call: path(() => ({ name: 'Phone' })) },
  'DELETE /api/users/passkeys/{id} id': { thing: 'passkey', call: path(() => ({ password: PASSWORD })) },
  'POST /api/push/renew oldEndpoint': {
    thing: 'pushSubscription',
    // Only the device knows the secret half of its subscription.
    call: body((oldEndpoint, thing, isOwner) => ({
      endpoint: `https://push.example/${randomUUID()}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      oldEndpoint,
      oldAuth: isOwner ? /** @type {{auth: string}} */ (thing.device).auth : randomBytes(16).toString('base64url'),
    })),
  },
  'POST /api/users/restitutions/{id}/link id': { thing: 'restitution', call: path(() => ({ password: PASSWORD })) },
};
