import type { Actor, OnThisDayDto, OnThisDayItem, OnThisDayMessages } from '@duet/contracts';
import { Clock, type Tx, type Period, dayAt, earlierDays, startOf } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { CalendarDate } from '@internationalized/date';
import type { ConversationRow } from '../conversations/conversation.queries.js';
import { HistoryService } from '../messages/history.service.js';
import { readThese } from '../messages/message.queries.js';
import { viewerMessages } from '../messages/message-mark.queries.js';
import { readBeginning, readBest } from './earlier-message.queries.js';
import { isEnabled, readPeriods } from './exclusion.queries.js';

/** Messages from this day in earlier years of the active conversation. */
@Injectable()
export class OnThisDayService {
  constructor(
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  get(actor: Actor, { timezone }: OnThisDayDto): Promise<OnThisDayMessages> {
    return this.history.inSnapshot(actor, async (tx, conversation) => {
      const today = dayAt(this.clock.now(), timezone);
      const enabled = await isEnabled(tx, conversation.id, actor.userId);
      const hiddenPeriods = enabled ? await readPeriods(tx, conversation.id, actor.userId) : [];
      const items = enabled ? await itemsOf(tx, conversation, actor, { today, timezone, hiddenPeriods }) : [];
      const until = startOf(today.add({ days: 1 }), timezone).toISOString();
      return { enabled, day: today.toString(), until, items, hiddenPeriods };
    });
  }
}

async function itemsOf(
  tx: Tx,
  conversation: ConversationRow,
  { userId }: Actor,
  { today, timezone, hiddenPeriods }: { today: CalendarDate; timezone: string; hiddenPeriods: readonly Period[] },
): Promise<OnThisDayItem[]> {
  const { id } = conversation;
  const beginning = await readBeginning(tx, id);
  if (!beginning) return [];
  const days = earlierDays(today, dayAt(beginning, timezone), timezone, hiddenPeriods);
  if (days.length === 0) return [];
  const best = await readBest(tx, id, userId, days);
  const rows = best.size === 0 ? [] : await readThese(tx, id, [...best.keys()]);
  const { messages } = await viewerMessages(tx, conversation, userId, rows);
  const items = messages.flatMap((message) => {
    const day = best.get(message._id);
    return day ? [{ yearsAgo: day.yearsAgo, date: day.date, message }] : [];
  });
  return items.toSorted((a, b) => a.yearsAgo - b.yearsAgo || a.message.seq - b.message.seq);
}
