import type { Actor, OnThisDayDto, OnThisDayItem, OnThisDayView } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { CalendarDate } from '@internationalized/date';
import { Clock } from '../clock/clock.js';
import type { ConversationState } from '../conversations/conversation.rows.js';
import { HistoryService } from '../messages/history.service.js';
import { readThese } from '../messages/message.rows.js';
import { messageView } from '../messages/message.view.js';
import { dayAt, earlierDays, startOf } from './days.js';
import { readBeginning, readBest } from './earlier-messages.js';
import { isEnabled, readPeriods } from './exclusion.rows.js';

/** What the two said on this day in earlier years, out of their present conversation. */
@Injectable()
export class OnThisDayService {
  constructor(
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  get(actor: Actor, { timezone }: OnThisDayDto): Promise<OnThisDayView> {
    return this.history.inSnapshot(actor, async (tx, conversation) => {
      const today = dayAt(this.clock.now(), timezone);
      const enabled = await isEnabled(tx, conversation.id, actor.userId);
      const items = enabled ? await itemsOf(tx, conversation, actor, today, timezone) : [];
      return { enabled, day: today.toString(), until: startOf(today.add({ days: 1 }), timezone).toISOString(), items };
    });
  }
}

async function itemsOf(tx: Tx, { id, lastSeq, members }: ConversationState, { userId }: Actor, today: CalendarDate, timezone: string): Promise<OnThisDayItem[]> {
  const beginning = await readBeginning(tx, id);
  if (!beginning) return [];
  const days = earlierDays(today, dayAt(beginning, timezone), timezone, await readPeriods(tx, id, userId));
  if (days.length === 0) return [];
  const best = await readBest(tx, { chatId: id, userId, lastSeq }, days);
  const rows = best.size === 0 ? [] : await readThese(tx, id, [...best.keys()]);
  const items = rows.flatMap((row) => {
    const day = best.get(row.id);
    return day ? [{ yearsAgo: day.yearsAgo, date: day.date, message: messageView(row, members) }] : [];
  });
  return items.toSorted((a, b) => a.yearsAgo - b.yearsAgo || a.message.seq - b.message.seq);
}
