import { IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { PushState } from './push-payload.js';

const ENDPOINT_LENGTH = 2_048;

const Endpoint = (): PropertyDecorator => (target, property) => {
  for (const decorate of [
    IsString(),
    MaxLength(ENDPOINT_LENGTH),
    IsUrl({ protocols: ['https'], require_protocol: true, require_tld: false, allow_underscores: true }),
  ])
    decorate(target, property);
};

/** 16 bytes, base64url. */
const AuthSecret = (): PropertyDecorator =>
  Matches(/^[\w-]{22}(==)?$/, { message: '$property must be 16 bytes in base64url' });

/** A browser's push subscription: its endpoint and the keys that encrypt its messages (RFC 8291). */
export class SubscribePushDto {
  @Endpoint()
  endpoint!: string;

  /** The browser's public key, an uncompressed point of P-256, base64url. */
  @Matches(/^[\w-]{87}=?$/, { message: '$property must be a public key of P-256 in base64url' })
  p256dh!: string;

  @AuthSecret()
  auth!: string;
}

/** Replaces a subscription that the browser has renewed by itself. Endpoint and secret of the old one prove whose it is. */
export class RenewPushDto extends SubscribePushDto {
  @Endpoint()
  oldEndpoint!: string;

  @AuthSecret()
  oldAuth!: string;
}

/** Returns the push state of the caller's device. */
export const getPush = defineRpc({
  subject: 'auth.push.get',
  access: 'user',
  request: NoInput,
  returns: returns<PushState>(),
  errors: [],
});

/** Sets the push subscription of this session's device. It ends with the session. */
export const subscribePush = defineRpc({
  subject: 'auth.push.subscribe',
  access: 'user',
  request: SubscribePushDto,
  returns: returns<PushState>(),
  errors: ['PUSH_UNAVAILABLE', 'UNAUTHENTICATED'],
});

export const unsubscribePush = defineRpc({
  subject: 'auth.push.unsubscribe',
  access: 'user',
  request: NoInput,
  returns: returns<PushState>(),
  errors: [],
});

/** Sends a test push to the caller's device. */
export const testPush = defineRpc({
  subject: 'auth.push.test',
  access: 'user',
  request: NoInput,
  returns: returns<Done>(),
  errors: ['PUSH_OFF'],
});

export const renewPush = defineRpc({
  subject: 'auth.push.renew',
  access: 'process',
  request: RenewPushDto,
  returns: returns<Done>(),
  errors: ['NOT_FOUND'],
});
