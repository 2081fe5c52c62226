import type { Readable } from 'node:stream';
import {
  type AllowedFilesDto,
  type AttachmentVariant,
  type AvatarSize,
  type AvatarView,
  type DescribedFile,
  type FileOwnerType,
  LIMITS,
  type MediaLink,
  type RestitutionList,
  type SetAccessEpochDto,
  type StagedFiles,
  type StagedUpload,
  type StorageUse,
  type CopiedFileDto,
  type CopyFilesDto,
  type FileSourceDto,
} from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Dispatcher, Pool, errors } from 'undici';
import type { Exchange } from '../http/exchange.js';
import {
  type UploadLimit,
  checkUploadHeaders,
  conditionsOf,
  disconnectSignalOf,
  mediaHeadersOf,
  refusalOf,
} from './media-request.js';
import { OpenTransfers } from './open-transfers.js';
import { MalformedForm, StalledUpload, type UploadBody, uploadBodyOf } from './upload-body.js';

export const MEDIA_URL = Symbol('MEDIA_URL');

/** Injection token: the milliseconds that an upload may stall. */
export const UPLOAD_IDLE = Symbol('UPLOAD_IDLE');

/** Response headers that are copied from media. */
const FILE_HEADERS = [
  ...['content-type', 'content-length', 'content-range', 'accept-ranges', 'cache-control', 'etag'],
  ...['content-security-policy', 'content-disposition', 'cross-origin-resource-policy'],
];

/** A generous allowance for the multipart framing around a file. */
const MULTIPART_BYTES = 64 * 1024;

const AVATAR: UploadLimit = { largest: LIMITS.avatarBytes + MULTIPART_BYTES, code: 'AVATAR_TOO_LARGE' };

/** Twice what a form may have, so that media can say which file is too large. */
const FILES: UploadLimit = { largest: 2 * LIMITS.filesPerUpload * LIMITS.fileBytes, code: 'PAYLOAD_TOO_LARGE' };

export interface MediaFile {
  status: number;
  stream: Readable;
  headers: Record<string, string>;
}

/** For an answer of media that other answers wait for, in milliseconds. */
const SOON = { headersTimeout: 3_000 };

type Call = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'body' | 'headersTimeout'> & {
  /** Breaks off the call and its answer, as the disconnect of the client does. */
  ended?: AbortSignal | undefined;
  /** Goes on after the client has disconnected. */
  outlivesClient?: boolean;
};

/** Range Not Satisfiable is passed on with its headers; it is not a failure. */
const UNSATISFIABLE = 416;

/** Streams bytes to and from media without buffering or storing them. */
@Injectable()
export class MediaClient implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(
    @Inject(MEDIA_URL) url: string,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(OpenTransfers) private readonly transfers: OpenTransfers,
    @Optional() @Inject(UPLOAD_IDLE) private readonly idle: number = LIMITS.uploadIdle,
  ) {
    // These timeouts start when the whole body is sent; until then `uploadBodyOf` watches the sender.
    this.pool = new Pool(url, { headersTimeout: idle, bodyTimeout: idle, connect: { timeout: 2_000 } });
  }

  /** Streams the caller's picture to media. @throws AppError media's refusal; UNAVAILABLE, TIMEOUT */
  async uploadAvatar(request: FastifyRequest, reply: FastifyReply): Promise<AvatarView> {
    return this.dataOf((await this.postForm({ request, reply }, '/avatars', AVATAR)).answer);
  }

  /**
   * Streams files or a voice note to media, which verifies and stages them.
   * @throws AppError as `uploadAvatar`; UNAVAILABLE if media staged fewer files than passed through here
   */
  async stageUpload(request: FastifyRequest, reply: FastifyReply, what: 'files' | 'voice'): Promise<StagedUpload> {
    const path = what === 'voice' ? '/attachments/voice' : '/attachments';
    const { answer, body } = await this.postForm({ request, reply }, path, FILES);
    const upload: StagedUpload = await this.dataOf(answer);
    const ids = upload.messages.flatMap(({ attachments }) => attachments.map(({ id }) => id));
    await this.checkAllStaged({ request, reply }, body, ids);
    return upload;
  }

  /**
   * Deletes staged files that nothing will refer to. It never throws, because the answer to the caller is known; media's
   * collector finds the files later.
   */
  async discardStaged({ request, reply }: Exchange, ids: Iterable<string>): Promise<void> {
    const unused = [...ids];
    if (unused.length === 0) return;
    try {
      await this.dataOf(await this.postJson(request, reply, '/attachments/discard', { ids: unused }));
    } catch (cause) {
      this.log.warn({ err: cause }, 'staged files discard failed');
    }
  }

  /**
   * Streams the files of an entity to media, which verifies and stages them.
   * @throws AppError as `uploadAvatar`; UNAVAILABLE if media staged fewer files than passed through here
   */
  async stageFiles<Type extends FileOwnerType>(exchange: Exchange, type: Type, id: string): Promise<StagedFiles<Type>> {
    const { answer, body } = await this.postForm(exchange, `/entity-files/${type}/${encodeURIComponent(id)}`, FILES);
    const staged: StagedFiles<Type> = await this.dataOf(answer);
    await this.checkAllStaged(
      exchange,
      body,
      staged.files.map((file) => file.id),
    );
    return staged;
  }

  /** Descriptions and links of files that their entity's service has allowed. */
  async describeFiles(
    { request, reply }: Exchange,
    owners: readonly AllowedFilesDto[],
  ): Promise<{ files: DescribedFile[] }> {
    return this.dataOf(await this.postJson(request, reply, '/entity-files/describe', { owners }, SOON));
  }

  /**
   * Copies files for an entity, as if they were uploaded. It goes on after the client has disconnected: a press that is
   * repeated finds what was made of the copies.
   * @throws AppError as `uploadAvatar`
   */
  async copyFiles(
    { request, reply }: Exchange,
    { type, id }: FileSourceDto,
    copies: CopyFilesDto,
  ): Promise<{ files: CopiedFileDto[] }> {
    const path = `/entity-files/${type}/${encodeURIComponent(id)}/copies`;
    return this.dataOf(await this.postJson(request, reply, path, copies, { outlivesClient: true }));
  }

  /** Ends the links of an entity's earlier epochs. */
  async setAccessEpoch({ request, reply }: Exchange, epoch: SetAccessEpochDto): Promise<void> {
    await this.dataOf(await this.postJson(request, reply, '/entity-files/access-epoch', epoch, SOON));
  }

  /** Keeps files of messages for a report. */
  async keepReportFiles({ request, reply }: Exchange, reportId: string, ids: readonly string[]): Promise<void> {
    await this.dataOf(await this.postJson(request, reply, `/report-files/${reportId}`, { ids }, SOON));
  }

  async readStorageUse({ request, reply }: Exchange): Promise<StorageUse> {
    return this.dataOf(await this.request(request, reply, { method: 'GET', path: '/storage-use', ...SOON }));
  }

  async signLinks(request: FastifyRequest, reply: FastifyReply, ids: string[]): Promise<{ links: MediaLink[] }> {
    return this.dataOf(await this.postJson(request, reply, '/attachments/links', { ids }));
  }

  loadAttachment(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    variant: AttachmentVariant,
    query: URLSearchParams,
  ): Promise<MediaFile> {
    return this.loadFile(request, reply, `/attachments/${encodeURIComponent(id)}/${variant}?${query}`);
  }

  async removeAvatar(request: FastifyRequest, reply: FastifyReply): Promise<AvatarView> {
    return this.dataOf(await this.request(request, reply, { method: 'DELETE', path: '/avatars' }));
  }

  loadAvatar(request: FastifyRequest, reply: FastifyReply, key: string, size: AvatarSize): Promise<MediaFile> {
    return this.loadFile(request, reply, `/avatars/${key}/${size}.webp`);
  }

  loadExport(request: FastifyRequest, reply: FastifyReply, link: string): Promise<MediaFile> {
    return this.loadUntilRevoked({ request, reply }, `/exports/${encodeURIComponent(link)}`);
  }

  async listRestitutions({ request, reply }: Exchange): Promise<RestitutionList> {
    return this.dataOf(await this.request(request, reply, { method: 'GET', path: '/restitutions', ...SOON }));
  }

  loadRestitution(request: FastifyRequest, reply: FastifyReply, link: string): Promise<MediaFile> {
    return this.loadUntilRevoked({ request, reply }, `/restitutions/${encodeURIComponent(link)}`);
  }

  /** The ZIP of a capsule, which media writes while it is read. */
  loadArchive(exchange: Exchange, capsuleId: string): Promise<MediaFile> {
    return this.loadUntilRevoked(exchange, `/capsule-archives/${encodeURIComponent(capsuleId)}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private async checkAllStaged(exchange: Exchange, { count }: UploadBody, ids: string[]): Promise<void> {
    if (ids.length >= Math.max(1, count.files)) return;
    this.log.error({ received: count.files, staged: ids.length }, 'media staged fewer files than sent');
    await this.discardStaged(exchange, ids);
    throw new AppError('UNAVAILABLE');
  }

  private async dataOf<T>({ body }: Dispatcher.ResponseData): Promise<T> {
    return ((await body.json()) as { data: T }).data;
  }

  /**
   * @throws AppError RATE_LIMITED while too many transfers of the person are under way; the code of `limit`; UNAUTHENTICATED if
   * the session was revoked meanwhile: nothing that came after may take effect
   */
  private async postForm(
    { request, reply }: Exchange,
    path: string,
    limit: UploadLimit,
  ): Promise<{ answer: Dispatcher.ResponseData; body: UploadBody }> {
    checkUploadHeaders(request, limit);
    const { ended, close } = this.transfers.begin(request);
    const body = uploadBodyOf(request, this.idle, limit);
    const { stream } = body;
    // It closes the connection as well: the rest of the body would block the next request.
    const refused = (cause?: unknown): AppError => {
      void reply.header('connection', 'close');
      return new AppError('UNAUTHENTICATED', { cause });
    };
    ended.addEventListener('abort', () => stream.destroy(new Error('the session was revoked')), { once: true });
    try {
      if (ended.aborted) {
        stream.destroy();
        throw refused();
      }
      const answer = await this.request(request, reply, { method: 'POST', path, body: stream }).catch(
        (cause: unknown) => {
          throw ended.aborted ? refused(cause) : cause;
        },
      );
      if (ended.aborted) throw refused();
      return { answer, body };
    } finally {
      close();
    }
  }

  private postJson(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    body: object,
    options: Pick<Call, 'headersTimeout' | 'outlivesClient'> = {},
  ): Promise<Dispatcher.ResponseData> {
    return this.request(
      request,
      reply,
      { method: 'POST', path, body: JSON.stringify(body), ...options },
      { 'content-type': 'application/json' },
    );
  }

  /** Loads a file that a slow reader takes long to read. It breaks off when the session is revoked. */
  private async loadUntilRevoked({ request, reply }: Exchange, path: string): Promise<MediaFile> {
    const { ended, close } = this.transfers.begin(request);
    try {
      const file = await this.loadFile(request, reply, path, ended);
      file.stream.once('close', close);
      return file;
    } catch (cause) {
      close();
      throw ended.aborted ? new AppError('UNAUTHENTICATED', { cause }) : cause;
    }
  }

  private async loadFile(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    ended?: AbortSignal,
  ): Promise<MediaFile> {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const call = { method, path, ended } as const;
    const { body, headers, statusCode } = await this.request(request, reply, call, conditionsOf(request), [
      UNSATISFIABLE,
    ]);
    const passed = FILE_HEADERS.flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
    );
    return { status: statusCode, stream: body, headers: Object.fromEntries(passed) };
  }

  /** Returns media's answer and throws its refusals. Aborts when the client disconnects, unless it outlives it, and on `ended`. */
  private async request(
    request: FastifyRequest,
    reply: FastifyReply,
    { ended, outlivesClient = false, ...call }: Call,
    more: Record<string, string> = {},
    accepted: readonly number[] = [],
  ): Promise<Dispatcher.ResponseData> {
    const signal = AbortSignal.any([...(outlivesClient ? [] : [disconnectSignalOf(reply)]), ...(ended ? [ended] : [])]);
    const isUpload = call.body !== undefined && typeof call.body !== 'string';
    const answer = await this.pool
      .request({ ...call, headers: { ...mediaHeadersOf(request, isUpload), ...more }, signal })
      .catch((cause: unknown) => this.throwFailure(cause, reply, signal));
    if (answer.statusCode < 400 || accepted.includes(answer.statusCode)) return answer;
    throw await refusalOf(answer);
  }

  private throwFailure(cause: unknown, reply: FastifyReply, signal: AbortSignal): never {
    if (signal.aborted) throw new AppError('BAD_REQUEST', { cause });
    if (cause instanceof MalformedForm) throw new AppError('BAD_REQUEST', { cause });
    const stalled = cause instanceof StalledUpload;
    const isOversized = cause instanceof AppError;
    // The rest of the body would block the connection's next request.
    if (stalled || isOversized) void reply.header('connection', 'close');
    else this.log.warn({ err: cause }, 'media request failed');
    if (isOversized) throw cause;
    throw new AppError(stalled || cause instanceof errors.HeadersTimeoutError ? 'TIMEOUT' : 'UNAVAILABLE', { cause });
  }
}
