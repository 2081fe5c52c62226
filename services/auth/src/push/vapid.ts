import { createECDH } from 'node:crypto';
import type { AuthConfig } from '../config.js';

/** How this installation proves to push services who it is (RFC 8292). */
export interface Vapid {
  publicKey: string;
  privateKey: string;
  /** Whom the push service may turn to. */
  subject: string;
}

const addressIn = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from;

/** The pair that the private key stands for; null where nobody has made one. */
export function vapidOf({ VAPID_PRIVATE_KEY: privateKey, APP_ORIGIN, MAIL_FROM }: AuthConfig): Vapid | null {
  if (privateKey === undefined) return null;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  const subject = APP_ORIGIN.startsWith('https:') ? APP_ORIGIN : `mailto:${addressIn(MAIL_FROM)}`;
  return { publicKey: curve.getPublicKey('base64url'), privateKey, subject };
}
