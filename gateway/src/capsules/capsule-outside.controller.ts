import { type ArchiveAddress, type CapsuleView, takeCapsule } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, HttpCode, Inject, Param, Post, Put, StreamableFile } from '@nestjs/common';
import { GatewayConfig } from '../config.js';
import { type Answer, ok } from '../http/answers.js';
import { setArchiveCookie } from '../http/archive-cookie.js';
import { Context } from '../http/call-context.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { MediaClient } from '../media/media-client.js';
import { OrArchiveCookie } from '../session/session.guard.js';
import { CapsuleFilesClient } from './capsule-files.js';
import { TAKE_ALONG, WRITE_MEMORIES } from './capsules.limits.js';
import { ContributionUploads } from './contribution-uploads.js';

/** The cover of a capsule, and the copy of it that its people take along. */
@Controller('capsules/:id')
export class CapsuleOutsideController {
  private readonly secure: boolean;

  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(CapsuleFilesClient) private readonly files: CapsuleFilesClient,
    @Inject(ContributionUploads) private readonly uploads: ContributionUploads,
    @Inject(GatewayConfig) config: GatewayConfig,
  ) {
    this.secure = new URL(config.APP_ORIGIN).protocol === 'https:';
  }

  /**
   * Put a picture on the outside of a capsule, also while it is sealed.
   *
   * It replaces the cover of before. A repeated `clientId` changes nothing.
   *
   * @form files[] CoverFieldsDto
   * @refuses FILES_MISSING TOO_MANY_FILES FILE_TOO_LARGE FILE_TYPE_UNSUPPORTED FILE_UNREADABLE IMAGE_TOO_MANY_PIXELS QUOTA_EXCEEDED
   */
  @Put('cover')
  @NoDeadline()
  @RateLimit(WRITE_MEMORIES)
  async setCover(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    const capsule = await this.uploads.setCover(context, exchange, id);
    await this.files.endEarlierLinks(exchange, id, capsule.coupleId, capsule.accessEpoch);
    return ok(await this.files.fillCapsule(exchange, capsule));
  }

  /**
   * Prepare the download of an open capsule or an album.
   *
   * The answer names its address and sets a cookie with which a browser loads it within a minute.
   */
  @Post('archive')
  @HttpCode(200)
  @RateLimit(TAKE_ALONG)
  async prepareArchive(
    @Context() context: CallContext,
    @HttpExchange() { reply }: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ArchiveAddress>> {
    const { _id } = await this.rpc.call(takeCapsule, context, { id });
    const url = `/api/capsules/${_id}/archive`;
    setArchiveCookie(reply, url, context.token ?? '', this.secure);
    return ok({ url });
  }

  /**
   * Download an open capsule or an album as a ZIP with a page to print.
   *
   * Needs an access token, or the cookie that `POST` sets.
   *
   * @produces application/zip
   * @refuses NO_PARTNER CAPSULE_NOT_FOUND CAPSULE_LOCKED CAPSULE_STATE
   */
  @Get('archive')
  @OrArchiveCookie()
  @RateLimit(TAKE_ALONG)
  async loadArchive(@HttpExchange() exchange: Exchange, @Param('id') id: string): Promise<StreamableFile> {
    const { stream, headers } = await this.media.loadArchive(exchange, id);
    void exchange.reply.headers(headers);
    return new StreamableFile(stream);
  }
}
