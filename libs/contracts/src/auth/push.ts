import { IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { type Done, NoInput, defineRpc, returns } from '../core/rpc.js';
import type { PushState } from './push-payload.js';

const ENDPOINT_LENGTH = 2_048;

const Endpoint = (): PropertyDecorator => (target, property) => {
  for (const decorate of [IsString(), MaxLength(ENDPOINT_LENGTH), IsUrl({ protocols: ['https'], require_protocol: true, require_tld: false, allow_underscores: true })]) decorate(target, property);
};

/** 16 bytes, base64url. */
const AuthSecret = (): PropertyDecorator => Matches(/^[\w-]{22}(==)?$/, { message: '$property must be 16 bytes in base64url' });

/** What a browser's push subscription says of itself: where messages for it go, and how they are sealed for it alone. */
export class SubscribePushDto {
  @Endpoint()
  endpoint!: string;

  /** The browser's public key, an uncompressed point of P-256, base64url. */
  @Matches(/^[\w-]{87}=?$/, { message: '$property must be a public key of P-256 in base64url' })
  p256dh!: string;

  @AuthSecret()
  auth!: string;
}

/** A browser has replaced its subscription by itself, while nobody was there to sign in: that it knows both halves of the old one proves whose it is. */
export class RenewPushDto extends SubscribePushDto {
  @Endpoint()
  oldEndpoint!: string;

  @AuthSecret()
  oldAuth!: string;
}

/** Whether the caller's device is told while no page is open, and by whose key that is signed. */
export const getPush = defineRpc({
  subject: 'auth.push.get',
  access: 'user',
  request: NoInput,
  returns: returns<PushState>(),
  errors: [],
});

/** For this session's device, in the place of what it had before. It ends with the session. */
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

/** Sends the caller's device a notification by the way that all others take. */
export const testPush = defineRpc({
  subject: 'auth.push.test',
  access: 'user',
  request: NoInput,
  returns: returns<Done>(),
  errors: ['PUSH_OFF'],
});

export const renewPush = defineRpc({
  subject: 'auth.push.renew',
  access: 'public',
  request: RenewPushDto,
  returns: returns<Done>(),
  errors: ['NOT_FOUND'],
});
