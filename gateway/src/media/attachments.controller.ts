import { ATTACHMENT_VARIANTS, AttachmentsDto, type MediaLink, MediaLinkQuery } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { OrSignedLink } from '../session/session.guard.js';
import { MediaClient } from './media-client.js';

/** A client asks for the links of a whole page at once, and again before they expire. */
const SIGN_LINKS: Limit = { name: 'sign-links', rates: [{ by: 'user', points: 120, seconds: 60 }] };

/** A video is loaded in many ranges; the limit bounds the load of one address on the object store. */
const LOAD_ATTACHMENT: Limit = { name: 'load-attachment', rates: [{ by: 'ip', points: 3_000, seconds: 60 }] };

/** The couple's files. Media authorises every request. */
@Controller('media')
export class AttachmentsController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  /**
   * Create signed links to attachments.
   *
   * Attachments that the caller may not see are left out.
   */
  @Post('links')
  @HttpCode(200)
  @RateLimit(SIGN_LINKS)
  async links(
    @Body() { ids }: AttachmentsDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<{ links: MediaLink[] }>> {
    return ok(await this.media.signLinks(request, reply, ids));
  }

  /**
   * Download an attachment.
   *
   * Needs an access token or a signed link, because `<img>`, `<video>` and `<audio>` cannot send a token.
   *
   * @produces application/octet-stream
   * @answers 206 The range that the Range header asks for
   * @answers 304 Not modified
   * @answers 416 The file has no such range
   */
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
    const { status, stream, headers } = await this.media.loadAttachment(
      request,
      reply,
      id,
      variant,
      new URLSearchParams(Object.entries(query)),
    );
    void reply.status(status).headers(headers);
    if (status === 200 || status === 206) return new StreamableFile(stream);
    stream.resume();
    return undefined;
  }
}
