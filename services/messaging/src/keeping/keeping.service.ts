import {
  type KeepableMessage,
  type KeepableMessages,
  type KeepableMessagesDto,
  LIMITS,
  type YearMessages,
  type YearMessagesDto,
} from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { HistoryService } from '../messages/history.service.js';
import { isReadable } from '../messages/is-readable.js';
import { type MessageRow, readThese } from '../messages/message.queries.js';
import { withoutHidden } from '../messages/message-mark.queries.js';
import { countYear, selectFirstOfYear, selectMostReacted } from './year.queries.js';

/** The messages of a conversation that memories may copy into a capsule. */
@Injectable()
export class KeepingService {
  constructor(
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  listKeepable({ userId, messageIds }: KeepableMessagesDto): Promise<KeepableMessages> {
    return this.history.inSnapshot({ userId }, async (tx, { id }) => {
      const rows = await withoutHidden(tx, id, userId, await readThese(tx, id, messageIds));
      const now = this.clock.now();
      return { chatId: id, messages: rows.filter((row) => isReadable(row, now)).map(keepableMessage) };
    });
  }

  /** @throws AppError NO_PARTNER */
  listYear({ userId, from, to }: YearMessagesDto): Promise<YearMessages> {
    return this.history.inSnapshot({ userId }, async (tx, { id, members }) => {
      const [counted] = await countYear(tx, [id, from, to]);
      const [first] = await selectFirstOfYear(tx, [id, from, to]);
      const most = await selectMostReacted(tx, [id, from, to, [...members.keys()]]);
      const ids = [...new Set([first, ...most].flatMap((row) => (row ? [row.id] : [])))].slice(0, LIMITS.yearMessages);
      const seen = await withoutHidden(tx, id, userId, await readThese(tx, id, ids));
      const rows = new Map(seen.map((row) => [row.id, row]));
      return {
        chatId: id,
        count: counted?.count ?? 0,
        firstId: first && rows.has(first.id) ? first.id : null,
        messages: ids.flatMap((one) => rows.get(one) ?? []).map(keepableMessage),
      };
    });
  }
}

const keepableMessage = ({
  id,
  seq,
  senderId,
  content,
  createdAt,
  attachments,
  voiceStatus,
}: MessageRow): KeepableMessage => ({
  messageId: id,
  seq,
  senderId,
  content,
  createdAt: createdAt.toISOString(),
  files: attachments.map(({ id: fileId, kind, transcript }) => ({
    id: fileId,
    kind,
    ...(transcript !== null && { transcript }),
  })),
  ...(voiceStatus !== null && { voiceStatus }),
});
