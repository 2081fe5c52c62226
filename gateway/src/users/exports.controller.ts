import {
  type Actor,
  type CoupleRecord,
  type ExportLink,
  type ExportState,
  type ExportView,
  LIMITS,
  RequestExportDto,
  getExport,
  getExportLink,
  listCoupleRecords,
  requestExport,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PROVE_PASSWORD } from '../auth/auth.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { type Limit, RateLimits } from '../limits/rate-limits.js';

/** Each export reads all data of the user. */
const REQUEST_EXPORT: Limit = {
  name: 'request-export',
  rates: [{ by: 'user', points: LIMITS.exportsPerDay, seconds: 24 * 60 * 60 }],
};

/** Each press on Download creates a link. */
const EXPORT_LINK: Limit = { name: 'export-link', rates: [{ by: 'user', points: 60, seconds: 15 * 60 }] };

/** Exports of all the caller's data. */
@Controller('users/export')
export class ExportsController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  /**
   * Start an export of the caller's data.
   *
   * The caller confirms it with their password or a passkey.
   */
  @Post()
  @HttpCode(202)
  @RateLimit(PROVE_PASSWORD)
  async request(
    @Context() context: CallContext,
    @Body() dto: RequestExportDto,
    @Req() { ip, user }: FastifyRequest & { user: Actor },
  ): Promise<Answer<ExportState>> {
    const caller = { ip, userId: user.userId };
    await this.limits.consume(REQUEST_EXPORT, caller);
    const view = await this.rpc.call(requestExport, context, dto).catch(async (cause: unknown) => {
      // A mistyped password does not use up an export.
      await this.limits.refund(REQUEST_EXPORT, caller);
      throw cause;
    });
    return ok(await this.withHistory(context, view));
  }

  /** Create a download link for the finished export. */
  @Post('link')
  @HttpCode(200)
  @RateLimit(EXPORT_LINK)
  async link(@Context() context: CallContext): Promise<Answer<ExportLink>> {
    return ok(await this.rpc.call(getExportLink, context, {}));
  }

  /** Return the state of the newest export. */
  @Get()
  async get(@Context() context: CallContext): Promise<Answer<ExportState>> {
    return ok(await this.withHistory(context, await this.rpc.call(getExport, context, {})));
  }

  private async withHistory(context: CallContext, view: ExportView): Promise<ExportState> {
    return { ...view, historyUntil: historyUntil(await this.rpc.call(listCoupleRecords, context, {})) };
  }
}

/** The latest time until which the history of a former couple can be exported. */
const historyUntil = (couples: CoupleRecord[]): string | null =>
  couples
    .flatMap(({ exportUntil }) => exportUntil ?? [])
    .toSorted()
    .at(-1) ?? null;
