import { ECDH } from 'node:crypto';
import { type SubscribePushDto, FIELD_TEXTS } from '@duet/contracts';
import { fieldError, isPublicHost } from '@duet/service-kit';

/** Push services use HTTPS on its default port without credentials. Anything else may be an attempt to reach another server. */
const isPushService = ({ protocol, port, username, password, hostname }: URL): boolean =>
  protocol === 'https:' && port === '' && username === '' && password === '' && isPublicHost(hostname);

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url', undefined, 'uncompressed').length === 65;
  } catch {
    return false;
  }
}

/** @param allowPrivate accepts any HTTPS address, for tests @throws AppError VALIDATION_FAILED */
export function validateSubscription({ endpoint, p256dh }: SubscribePushDto, allowPrivate: boolean): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || !(allowPrivate || isPushService(url)))
    throw fieldError('endpoint', FIELD_TEXTS.pushServiceInvalid);
  if (!isPoint(p256dh)) throw fieldError('p256dh', FIELD_TEXTS.publicKeyInvalid);
}
