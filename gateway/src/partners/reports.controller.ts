import { type Done, DONE, ReportPersonDto, reportPerson } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { MediaClient } from '../media/media-client.js';
import { REPORT } from './partners.limits.js';

@Controller('partners')
export class ReportsController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(MediaClient) private readonly media: MediaClient,
  ) {}

  /**
   * Report a person.
   *
   * The reported person never learns of it. The report keeps words and files of the named messages as the caller sees them now,
   * for 180 days. The same `clientId` is the same report: repeat the call when its outcome is unknown.
   */
  @Post('report')
  @HttpCode(200)
  @RateLimit(REPORT)
  async report(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Body() dto: ReportPersonDto,
  ): Promise<Answer<Done>> {
    const { reportId, fileIds } = await this.rpc.call(reportPerson, context, dto);
    if (fileIds.length > 0) await this.media.keepReportFiles(exchange, reportId, fileIds);
    return ok(DONE);
  }
}
