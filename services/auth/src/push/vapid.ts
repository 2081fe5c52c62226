import { createECDH } from 'node:crypto';
import type { AuthConfig } from '../config.js';

/** The key pair with which this installation identifies itself to push services (RFC 8292). */
export interface Vapid {
  publicKey: string;
  privateKey: string;
  /** The contact for the push service's operator. */
  subject: string;
}

const addressIn = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from;

/** The key pair of the configured private key; null without one. */
export function vapidOf({ VAPID_PRIVATE_KEY: privateKey, APP_ORIGIN, MAIL_FROM }: AuthConfig): Vapid | null {
  if (privateKey === undefined) return null;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  const subject = APP_ORIGIN.startsWith('https:') ? APP_ORIGIN : `mailto:${addressIn(MAIL_FROM)}`;
  return { publicKey: curve.getPublicKey('base64url'), privateKey, subject };
}
