import {
  AddDateDto,
  ChangeDateDto,
  type DateList,
  type Done,
  type ImportantDateView,
  addDate,
  changeDate,
  listDates,
  removeDate,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Param, Patch, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { RELATIONSHIP } from './partners.limits.js';

/** The couple's important dates. */
@Controller('partners/dates')
export class DatesController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the couple's important dates and milestones, soonest first. */
  @Get()
  async list(@Context() context: CallContext): Promise<Answer<DateList>> {
    return ok(await this.rpc.call(listDates, context, {}));
  }

  /** Add an important date. */
  @Post()
  @RateLimit(RELATIONSHIP)
  async add(@Context() context: CallContext, @Body() dto: AddDateDto): Promise<Answer<ImportantDateView>> {
    return ok(await this.rpc.call(addDate, context, dto));
  }

  /** Change an important date. */
  @Patch(':id')
  @RateLimit(RELATIONSHIP)
  async change(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: ChangeDateDto,
  ): Promise<Answer<ImportantDateView>> {
    return ok(await this.rpc.call(changeDate, context, { ...dto, id }));
  }

  /** Delete an important date. */
  @Delete(':id')
  @RateLimit(RELATIONSHIP)
  async remove(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(removeDate, context, { id }));
  }
}
