import { type CoupleRecord, type ExportState, type ExportView, LIMITS, getExport, listCoupleRecords, requestExport } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';

/** Each export reads everything that a person has. */
const REQUEST_EXPORT: Limit = { name: 'request-export', rates: [{ by: 'user', points: LIMITS.exportsPerDay, seconds: 24 * 60 * 60 }] };

/** A copy of everything the caller has here. */
@Controller('users/export')
export class ExportsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  @Post()
  @HttpCode(202)
  @RateLimit(REQUEST_EXPORT)
  async request(@Context() context: CallContext): Promise<Answer<ExportState>> {
    return ok(await this.state(context, this.rpc.call(requestExport, context, {})));
  }

  @Get()
  async get(@Context() context: CallContext): Promise<Answer<ExportState>> {
    return ok(await this.state(context, this.rpc.call(getExport, context, {})));
  }

  private async state(context: CallContext, view: Promise<ExportView>): Promise<ExportState> {
    const [held, couples] = await Promise.all([view, this.rpc.call(listCoupleRecords, context, {})]);
    return { ...held, historyUntil: historyUntil(couples) };
  }
}

/** Until when the last of the former couples can be taken along. */
const historyUntil = (couples: CoupleRecord[]): string | null => couples.flatMap(({ exportUntil }) => exportUntil ?? []).toSorted().at(-1) ?? null;
