import {
  type MemoryChoices,
  type MemoryMap,
  PlacesQueryDto,
  type TimelineEntry,
  type TimelinePage,
  TimelineQueryDto,
  getMemoryChoices,
  listPlaces,
  listTimeline,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { CapsuleFilesClient } from '../capsules/capsule-files.js';
import { READ_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** Memories over all capsules. */
@Controller('memories')
export class TimelineController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CapsuleFilesClient) private readonly files: CapsuleFilesClient,
  ) {}

  /** List contributions by the day they are about, the latest first. */
  @Get('timeline')
  @RateLimit(READ_MEMORIES)
  async timeline(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Query() query: TimelineQueryDto,
  ): Promise<Answer<TimelineEntry[]> & Pick<TimelinePage, 'nextCursor'>> {
    const { entries, nextCursor } = await this.rpc.call(listTimeline, context, query);
    return { ...ok(await this.files.fillTimeline(exchange, entries)), nextCursor };
  }

  /** List the places of readable contributions. */
  @Get('map')
  @RateLimit(READ_MEMORIES)
  async map(@Context() context: CallContext, @Query() query: PlacesQueryDto): Promise<Answer<MemoryMap>> {
    return ok(await this.rpc.call(listPlaces, context, query));
  }

  /** List the years and tags that memories can be filtered by. */
  @Get('choices')
  @RateLimit(READ_MEMORIES)
  async choices(@Context() context: CallContext): Promise<Answer<MemoryChoices>> {
    return ok(await this.rpc.call(getMemoryChoices, context, {}));
  }
}
