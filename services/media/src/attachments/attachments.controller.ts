import { Readable } from 'node:stream';
import { ATTACHMENT_VARIANTS, type AttachmentVariant, LIMITS, MediaLinkQuery } from '@duet/contracts';
import { AccessTokens, AppError, Clock, validateInput } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUUID } from 'class-validator';
import type { ByteRange } from '../http/byte-range.js';
import { bearerOf } from '../http/bearer.guard.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { planResponse } from './attachment-response.js';
import { AttachmentsService, type OpenAttachment } from './attachments.service.js';
import { EntityFilesService } from './entity-files.service.js';
import { MediaLinks } from './media-links.js';

interface Found {
  attachment: OpenAttachment;
  /** Seconds for which a browser may cache the answer. */
  freshFor: number;
}

/** Downloads of attachments, for the gateway. Every request checks that the file exists and its couple is active. */
@Controller('attachments')
export class AttachmentsController {
  constructor(
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(EntityFilesService) private readonly files: EntityFilesService,
    @Inject(MediaLinks) private readonly links: MediaLinks,
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
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
    const { attachment, freshFor } = await this.find(id, variant, request, query);
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
    const { status, headers, bytes } = planResponse(
      attachment,
      { range, ifRange: ifRange?.toString(), ifNoneMatch },
      freshFor,
    );
    const stream = bytes && (await this.streamOf(attachment, bytes, request));
    void reply.status(status).headers(headers);
    return stream ? new StreamableFile(stream) : undefined;
  }

  /** A HEAD gets the headers of a GET and no bytes. */
  private async streamOf(
    { object, sealed }: OpenAttachment,
    bytes: ByteRange,
    { method }: FastifyRequest,
  ): Promise<Readable> {
    const stream = method === 'HEAD' ? Readable.from([]) : await this.objects.openRange({ ...object, sealed }, bytes);
    if (!stream) throw new AppError('UNAVAILABLE', { cause: new Error('a referenced object is missing') });
    return stream;
  }

  /** With a token the browser asks again for each use; with a signed link it may use its copy until the link expires. */
  private async find(id: string, variant: AttachmentVariant, request: FastifyRequest, query: unknown): Promise<Found> {
    const token = bearerOf(request);
    if (token !== undefined)
      return { attachment: await this.attachments.open(this.tokens.verify(token).userId, id, variant), freshFor: 0 };
    const link = validateInput(MediaLinkQuery, query);
    if (link.a !== undefined) {
      // A browser that used its copy would show what was sealed since.
      return { attachment: await this.files.open(id, variant, link), freshFor: 0 };
    }
    const { userId, expiresAt } = this.links.verify(id, link);
    const left = Math.floor((expiresAt - this.clock.now().getTime()) / 1_000);
    return {
      attachment: await this.attachments.open(userId, id, variant),
      freshFor: Math.min(Math.max(left, 0), LIMITS.mediaLinkSeconds),
    };
  }
}
