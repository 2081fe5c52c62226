import { PassThrough, type Readable } from 'node:stream';
import { type AttachmentVariant, type AvatarSize, type AvatarView, type ErrorCode, LIMITS, type MediaLink, type StagedUpload } from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Dispatcher, Pool, errors } from 'undici';

export const MEDIA_URL = Symbol('MEDIA_URL');

/** How long nothing may move on an upload, in milliseconds. */
export const UPLOAD_IDLE = Symbol('UPLOAD_IDLE');

/** Headers of a file that are media's to decide. */
const FILE_HEADERS = [
  ...['content-type', 'content-length', 'content-range', 'accept-ranges', 'cache-control', 'etag'],
  ...['content-security-policy', 'content-disposition', 'cross-origin-resource-policy'],
];

/** What a client may ask for besides the address of a file. */
const CONDITIONS = ['range', 'if-range', 'if-none-match'] as const;

/** What multipart adds around a file, generously. */
const MULTIPART_BYTES = 64 * 1024;

/** More than this is not even read to its end to say what is wrong with it. */
const LARGEST_UPLOAD = 2 * LIMITS.filesPerUpload * LIMITS.fileBytes;

export interface MediaFile {
  status: number;
  stream: Readable;
  headers: Record<string, string>;
}

type Call = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'body'>;

/** No part of a file is there, which is an answer with headers and not a failure. */
const UNSATISFIABLE = 416;

/** The sender has fallen silent in the middle. */
class SilentUpload extends Error {}

/** The way to media for bytes, which pass through here as they come and never lie here. */
@Injectable()
export class MediaClient implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(
    @Inject(MEDIA_URL) url: string,
    @Inject(LOGGER) private readonly log: Log,
    @Optional() @Inject(UPLOAD_IDLE) private readonly idle: number = LIMITS.uploadIdle,
  ) {
    // The wait for an answer begins when everything is sent; while it is being sent, `bodyOf` watches the sender.
    this.pool = new Pool(url, { headersTimeout: idle, bodyTimeout: idle, connect: { timeout: 2_000 } });
  }

  /** Streams the caller's upload. @throws AppError media's own refusal; UNAVAILABLE, TIMEOUT */
  async uploadAvatar(request: FastifyRequest, reply: FastifyReply): Promise<AvatarView> {
    refuseOddBody(request, LIMITS.avatarBytes + MULTIPART_BYTES, 'AVATAR_TOO_LARGE');
    return this.data(await this.ask(request, reply, { method: 'POST', path: '/avatars', body: bodyOf(request, this.idle) }));
  }

  /** Streams files or a voice note to where they are stored and verified. @throws AppError as `uploadAvatar` */
  async stage(request: FastifyRequest, reply: FastifyReply, what: 'files' | 'voice'): Promise<StagedUpload> {
    refuseOddBody(request, LARGEST_UPLOAD, 'PAYLOAD_TOO_LARGE');
    const path = what === 'voice' ? '/attachments/voice' : '/attachments';
    return this.data(await this.ask(request, reply, { method: 'POST', path, body: bodyOf(request, this.idle) }));
  }

  /** Stored files that no message will refer to. */
  async discard(request: FastifyRequest, reply: FastifyReply, ids: string[]): Promise<void> {
    await this.data(await this.tell(request, reply, '/attachments/discard', { ids }));
  }

  async links(request: FastifyRequest, reply: FastifyReply, ids: string[]): Promise<{ links: MediaLink[] }> {
    return this.data(await this.tell(request, reply, '/attachments/links', { ids }));
  }

  attachment(request: FastifyRequest, reply: FastifyReply, id: string, variant: AttachmentVariant, query: URLSearchParams): Promise<MediaFile> {
    return this.load(request, reply, `/attachments/${encodeURIComponent(id)}/${variant}?${query}`);
  }

  async removeAvatar(request: FastifyRequest, reply: FastifyReply): Promise<AvatarView> {
    return this.data(await this.ask(request, reply, { method: 'DELETE', path: '/avatars' }));
  }

  avatar(request: FastifyRequest, reply: FastifyReply, key: string, size: AvatarSize): Promise<MediaFile> {
    return this.load(request, reply, `/avatars/${key}/${size}.webp`);
  }

  dataExport(request: FastifyRequest, reply: FastifyReply, link: string): Promise<MediaFile> {
    return this.load(request, reply, `/exports/${encodeURIComponent(link)}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private async data<T>({ body }: Dispatcher.ResponseData): Promise<T> {
    return ((await body.json()) as { data: T }).data;
  }

  private tell(request: FastifyRequest, reply: FastifyReply, path: string, body: object): Promise<Dispatcher.ResponseData> {
    return this.ask(request, reply, { method: 'POST', path, body: JSON.stringify(body) }, { 'content-type': 'application/json' });
  }

  private async load(request: FastifyRequest, reply: FastifyReply, path: string): Promise<MediaFile> {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const { body, headers, statusCode } = await this.ask(request, reply, { method, path }, conditionsOf(request), [UNSATISFIABLE]);
    const passed = FILE_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
    return { status: statusCode, stream: body, headers: Object.fromEntries(passed) };
  }

  /** An answer that is not a refusal; given up when the client goes. */
  private async ask(request: FastifyRequest, reply: FastifyReply, call: Call, more: Record<string, string> = {}, also: readonly number[] = []): Promise<Dispatcher.ResponseData> {
    const departure = departureOf(reply);
    const isUpload = call.body !== undefined && typeof call.body !== 'string';
    const answer = await this.pool
      .request({ ...call, headers: { ...headersOf(request, isUpload), ...more }, signal: departure })
      .catch((cause: unknown) => this.failed(cause, reply, departure));
    if (answer.statusCode < 400 || also.includes(answer.statusCode)) return answer;
    const failure: unknown = await answer.body.json().catch(() => null);
    throw AppError.fromFailure(failure) ?? new AppError('UNAVAILABLE');
  }

  private failed(cause: unknown, reply: FastifyReply, departure: AbortSignal): never {
    if (departure.aborted) throw new AppError('BAD_REQUEST', { cause });
    const silent = cause instanceof SilentUpload;
    // What the sender still owes would be waited for before the connection could serve anything else.
    if (silent) void reply.header('connection', 'close');
    else this.log.warn({ err: cause }, 'media had no answer');
    throw new AppError(silent || cause instanceof errors.HeadersTimeoutError ? 'TIMEOUT' : 'UNAVAILABLE', { cause });
  }
}

/** Before anything is read: what is no form, or more than anybody may send. */
function refuseOddBody({ headers }: FastifyRequest, largest: number, code: ErrorCode): void {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (Number(headers['content-length'] ?? 0) > largest) throw new AppError(code);
}

const conditionsOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(CONDITIONS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

/** What media is told: who, under which request id, and of which kind and size the body is. Nothing else goes further. */
function headersOf({ headers, id }: FastifyRequest, withBody: boolean): Record<string, string> {
  return {
    'x-request-id': id,
    ...(headers.authorization && { authorization: headers.authorization }),
    ...(withBody && headers['content-type'] && { 'content-type': headers['content-type'] }),
    ...(withBody && headers['content-length'] && { 'content-length': headers['content-length'] }),
  };
}

/**
 * The request's body by way of a stream that may end early: when media refuses before everything has come, the rest is
 * read and thrown away, because a browser that is still sending would not hear the answer.
 */
function bodyOf({ raw }: FastifyRequest, idle: number): Readable {
  const body = new PassThrough();
  raw.pipe(body);
  raw.setTimeout(idle, () => {
    if (!raw.complete) body.destroy(new SilentUpload(`no byte for ${idle} ms`));
  });
  // From here on it is us who let wait: a limit on the connection would end it without an answer.
  raw.once('end', () => raw.setTimeout(0));
  body.once('close', () => {
    raw.unpipe(body);
    raw.resume();
  });
  return body;
}

/** Aborted once the client is gone before its answer. */
function departureOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
