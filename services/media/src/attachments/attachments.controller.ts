import { Readable } from 'node:stream';
import { ATTACHMENT_VARIANTS, LIMITS, MediaLinkQuery } from '@duet/contracts';
import { AccessTokens, AppError, validateInput } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUUID } from 'class-validator';
import { Clock } from '../clock.js';
import type { ByteRange } from '../http/byte-range.js';
import { bearerOf } from '../http/bearer.guard.js';
import { ObjectStore } from '../storage/object-store.js';
import { planOf } from './attachment-response.js';
import { AttachmentsService } from './attachments.service.js';
import { MediaLinks } from './media-links.js';

interface Reader {
  userId: string;
  /** Seconds for which the answer may be kept. */
  freshFor: number;
}

/** Attachments' bytes, for the gateway. Every request asks anew whether the file lives and the two are a couple. */
@Controller('attachments')
export class AttachmentsController {
  constructor(
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(MediaLinks) private readonly links: MediaLinks,
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Get(':id/:variant')
  async load(
    @Param('id') id: string,
    @Param('variant') wanted: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const variant = ATTACHMENT_VARIANTS.find((one) => one === wanted);
    if (variant === undefined || !isUUID(id)) throw new AppError('NOT_FOUND');
    const { userId, freshFor } = this.readerOf(id, request, query);
    const attachment = await this.attachments.open(userId, id, variant);
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
    const { status, headers, bytes } = planOf(attachment, { range, ifRange: ifRange?.toString(), ifNoneMatch }, freshFor);
    const stream = bytes && (await this.streamOf(attachment.object.name, bytes, request));
    void reply.status(status).headers(headers);
    return stream ? new StreamableFile(stream) : undefined;
  }

  /** A HEAD is answered like a GET whose bytes stay here. */
  private async streamOf(name: string, bytes: ByteRange, { method }: FastifyRequest): Promise<Readable> {
    const stream = method === 'HEAD' ? Readable.from([]) : await this.store.openRange(name, bytes);
    if (!stream) throw new AppError('UNAVAILABLE', { cause: new Error('an object that is referred to is not there') });
    return stream;
  }

  /** A token speaks for itself and is asked again each time; a link is good for as long as it says. */
  private readerOf(id: string, request: FastifyRequest, query: unknown): Reader {
    const token = bearerOf(request);
    if (token !== undefined) return { userId: this.tokens.verify(token).userId, freshFor: 0 };
    const { userId, expiresAt } = this.links.verify(id, validateInput(MediaLinkQuery, query));
    const left = Math.floor((expiresAt - this.clock.now().getTime()) / 1_000);
    return { userId, freshFor: Math.min(Math.max(left, 0), LIMITS.mediaLinkSeconds) };
  }
}
