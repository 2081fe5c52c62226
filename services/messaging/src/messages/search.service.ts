import {
  type Actor,
  type DayFound,
  type FindDayDto,
  LIMITS,
  type MessageHits,
  type SearchMessagesDto,
} from '@duet/contracts';
import { Clock, type Tx, requestContext, startOf } from '@duet/service-kit';
import { parseDate } from '@internationalized/date';
import { Inject, Injectable } from '@nestjs/common';
import type { ConversationRow } from '../conversations/conversation.queries.js';
import { HistoryService } from './history.service.js';
import { readThese } from './message.queries.js';
import { viewerMessages } from './message-mark.queries.js';
import { findFirstSince, findHits } from './search.queries.js';
import { searchWords } from './search-word.queries.js';

const NOTHING: MessageHits = { messages: [], hasMore: false, nextCursor: null, total: 0 };

/** Searches in the caller's conversation. */
@Injectable()
export class SearchService {
  constructor(
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  search(actor: Actor, dto: SearchMessagesDto): Promise<MessageHits> {
    return this.history.inSnapshot(actor, (tx, conversation) => this.find(tx, conversation, actor, dto));
  }

  /** @throws AppError NO_PARTNER */
  findDay(actor: Actor, { day, timezone }: FindDayDto): Promise<DayFound> {
    return this.history.inSnapshot(actor, async (tx, { id }) => ({
      seq: await findFirstSince(tx, id, startOf(parseDate(day), timezone), actor.userId),
    }));
  }

  private async find(
    tx: Tx,
    conversation: ConversationRow,
    { userId }: Actor,
    {
      q,
      from,
      kind,
      since,
      until,
      timezone = 'UTC',
      before,
      cursor,
      limit = LIMITS.conversationPage,
    }: SearchMessagesDto,
  ): Promise<MessageHits> {
    const { id, lastSeq } = conversation;
    const words = q === '' ? null : await searchWords(tx, id, q, requestContext.language());
    // Typed signs without a word find nothing, also beside a filter.
    if (q !== '' && words === null) return NOTHING;
    const search = {
      chatId: id,
      viewerId: userId,
      words,
      from: from ?? null,
      kind: kind ?? null,
      since: since === undefined ? null : startOf(parseDate(since), timezone),
      until: until === undefined ? null : startOf(parseDate(until).add({ days: 1 }), timezone),
      now: this.clock.now(),
    };
    const end = cursor ?? before;
    const { ids, found } = await findHits(tx, search, Math.min(end ?? lastSeq + 1, lastSeq + 1), limit + 1);
    const rows = ids.length === 0 ? [] : await readThese(tx, id, ids.slice(0, limit));
    const { messages } = await viewerMessages(tx, conversation, userId, rows.toReversed());
    const hasMore = ids.length > limit;
    return {
      messages,
      hasMore,
      nextCursor: hasMore ? String(messages.at(-1)?.seq) : null,
      total: end === undefined ? Math.min(found, LIMITS.searchCounted) : null,
    };
  }
}
