import { PassThrough, type Readable } from 'node:stream';
import { type AvatarSize, type AvatarView, LIMITS } from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Dispatcher, Pool, errors } from 'undici';

export const MEDIA_URL = Symbol('MEDIA_URL');

/** How long nothing may move on an upload, in milliseconds. */
export const UPLOAD_IDLE = Symbol('UPLOAD_IDLE');

/** Headers of a file that are media's to decide. */
const FILE_HEADERS = ['content-type', 'content-length', 'cache-control', 'content-security-policy', 'content-disposition'] as const;

/** What multipart adds around a file, generously. */
const MULTIPART_BYTES = 64 * 1024;

export interface MediaFile {
  stream: Readable;
  headers: Record<string, string>;
}

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
    if (!request.headers['content-type']?.startsWith('multipart/form-data')) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > LIMITS.avatarBytes + MULTIPART_BYTES) throw new AppError('AVATAR_TOO_LARGE');
    return this.view(await this.ask(request, reply, { method: 'POST', path: '/avatars', body: bodyOf(request, this.idle) }));
  }

  async removeAvatar(request: FastifyRequest, reply: FastifyReply): Promise<AvatarView> {
    return this.view(await this.ask(request, reply, { method: 'DELETE', path: '/avatars' }));
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

  private async view({ body }: Dispatcher.ResponseData): Promise<AvatarView> {
    return ((await body.json()) as { data: AvatarView }).data;
  }

  private async load(request: FastifyRequest, reply: FastifyReply, path: string): Promise<MediaFile> {
    const { body, headers } = await this.ask(request, reply, { method: 'GET', path });
    const passed = FILE_HEADERS.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
    return { stream: body, headers: Object.fromEntries(passed) };
  }

  /** An answer that is not a refusal; given up when the client goes. */
  private async ask(request: FastifyRequest, reply: FastifyReply, call: Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'body'>): Promise<Dispatcher.ResponseData> {
    const departure = departureOf(reply);
    const answer = await this.pool
      .request({ ...call, headers: headersOf(request, call.body !== undefined), signal: departure })
      .catch((cause: unknown) => this.failed(cause, reply, departure));
    if (answer.statusCode < 400) return answer;
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
