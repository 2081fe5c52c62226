import { ATTACHMENT_VARIANTS, AttachmentsDto, type MediaLink, MediaLinkQuery } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { OrSignedLink } from '../session/session.guard.js';
import { MediaClient } from './media-client.js';

/** A conversation full of pictures asks for a page's links at once, and again before they run out. */
const SIGN_LINKS: Limit = { name: 'sign-links', rates: [{ by: 'user', points: 120, seconds: 60 }] };

/** A film is loaded in many parts; this bounds what one address can ask of the store. */
const LOAD_ATTACHMENT: Limit = { name: 'load-attachment', rates: [{ by: 'ip', points: 3_000, seconds: 60 }] };

/** The couple's files: media decides on every request who may have what. */
@Controller('media')
export class AttachmentsController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  @Post('links')
  @HttpCode(200)
  @RateLimit(SIGN_LINKS)
  async links(@Body() { ids }: AttachmentsDto, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Answer<{ links: MediaLink[] }>> {
    return ok(await this.media.links(request, reply, ids));
  }

  /** For <img>, <video> and <audio>, which carry no token, by a signed link; for everything else by the token. */
  @Get('attachments/:id/:variant')
  @OrSignedLink()
  @RateLimit(LOAD_ATTACHMENT)
  async load(
    @Param('id') id: string,
    @Param('variant') wanted: string,
    @Query() query: MediaLinkQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const variant = ATTACHMENT_VARIANTS.find((one) => one === wanted);
    if (variant === undefined) throw new AppError('NOT_FOUND');
    const { status, stream, headers } = await this.media.attachment(request, reply, id, variant, new URLSearchParams(Object.entries(query)));
    void reply.status(status).headers(headers);
    if (status === 200 || status === 206) return new StreamableFile(stream);
    stream.resume();
    return undefined;
  }
}
