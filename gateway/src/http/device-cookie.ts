import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '@duet/contracts';

const NAME = 'duet_device';
const TOKEN = /^[\w-]{43}$/;
const SECONDS = LIMITS.rememberedDeviceDays * 24 * 60 * 60;

/** The token by which auth recognises this browser; undefined if the cookie is absent or malformed. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

/**
 * Stores the device token in a cookie that scripts and other sites cannot read. Browsers send it to `/api/auth` only, and
 * it grants no access.
 * @param secure false if the product is served over plain HTTP
 */
export function setDeviceCookie(reply: FastifyReply, token: string, secure: boolean): void {
  void reply.header(
    'set-cookie',
    `${NAME}=${token}; Path=/api/auth; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  );
}
