import type { ErrorCode } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';

/** Request headers that are forwarded to media. */
const CONDITIONS = ['range', 'if-range', 'if-none-match'] as const;

/** The most bytes of an upload, and the error of a larger one. */
export interface UploadLimit {
  largest: number;
  code: ErrorCode;
}

/** Refuses bodies that are not forms or exceed the limit, before reading them. */
export function checkUploadHeaders({ headers }: FastifyRequest, { largest, code }: UploadLimit): void {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (Number(headers['content-length'] ?? 0) > largest) throw new AppError(code);
}

export const conditionsOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    CONDITIONS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

/** Headers for media: the token, the request id, and the type and size of the body. No other header is forwarded. */
export function mediaHeadersOf({ headers, id }: FastifyRequest, withBody: boolean): Record<string, string> {
  return {
    'x-request-id': id,
    ...(headers.authorization && { authorization: headers.authorization }),
    ...(withBody && headers['content-type'] && { 'content-type': headers['content-type'] }),
    ...(withBody && headers['content-length'] && { 'content-length': headers['content-length'] }),
  };
}

/** Media's refusal with its Retry-After header. */
export async function refusalOf({ body, headers }: Dispatcher.ResponseData): Promise<AppError> {
  const failure: unknown = await body.json().catch(() => null);
  const seconds = Number(headers['retry-after']);
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? { retryAfter: seconds } : {};
  const fields = typeof failure === 'object' && failure !== null ? failure : {};
  return AppError.fromFailure({ ...fields, ...retryAfter }) ?? new AppError('UNAVAILABLE', retryAfter);
}

/** Aborted if the client disconnects before its answer is complete. */
export function disconnectSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
