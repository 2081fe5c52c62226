import { type ExportLink, RequestExportDto, type RestitutionList, getRestitutionLink } from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { PROVE_PASSWORD } from '../auth/auth.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { MediaClient } from '../media/media-client.js';

/** The files that the caller got back after an unlink. */
@Controller('users/restitutions')
export class RestitutionsController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(MediaClient) private readonly media: MediaClient,
  ) {}

  /** List the files of own contributions that were given back to the caller. */
  @Get()
  async list(@HttpExchange() exchange: Exchange): Promise<Answer<RestitutionList>> {
    return ok(await this.media.listRestitutions(exchange));
  }

  /**
   * Create a download link for one of these files.
   *
   * The caller confirms each download with their password or a passkey.
   *
   * @refuses NOT_FOUND
   */
  @Post(':id/link')
  @HttpCode(200)
  @RateLimit(PROVE_PASSWORD)
  async link(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() dto: RequestExportDto,
  ): Promise<Answer<ExportLink>> {
    const { restitutions } = await this.media.listRestitutions(exchange);
    if (!restitutions.some(({ _id }) => _id === id)) throw new AppError('NOT_FOUND');
    return ok(await this.rpc.call(getRestitutionLink, context, { ...dto, id }));
  }
}
