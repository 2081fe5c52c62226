import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'duet_archive';
const TOKEN = /^[\w.-]+$/;

/** The browser starts the download at once. */
const SECONDS = 60;

/** The access token with which a download was asked for; undefined if the cookie is absent or malformed. */
export function archiveTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

/**
 * Stores the caller's access token for one path and one minute: a browser's download can send no header, and a token in an
 * address would stand in logs and histories. Scripts and other sites cannot read or send it.
 * @param secure false if the product is served over plain HTTP
 */
export function setArchiveCookie(reply: FastifyReply, path: string, token: string, secure: boolean): void {
  void reply.header(
    'set-cookie',
    `${NAME}=${token}; Path=${path}; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  );
}
