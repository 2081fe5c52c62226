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
import {
  countYear,
  selectFirstOfYear,
  selectFirstPhotos,
  selectMostReacted,
  selectMostReactedPhotos,
} from './year.queries.js';

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
      const inYear = [id, from, to, [...members.keys()]];
      const ids = distinctIds([first, ...(await selectMostReacted(tx, inYear))], LIMITS.yearMessages);
      const most = await selectMostReactedPhotos(tx, inYear);
      const photoIds = distinctIds([...most, ...(await selectFirstPhotos(tx, [id, from, to]))], LIMITS.yearPhotos);
      const all = await readThese(tx, id, [...new Set([...ids, ...photoIds])]);
      const rows = new Map((await withoutHidden(tx, id, userId, all)).map((row) => [row.id, row]));
      const keepable = (chosen: readonly string[]): KeepableMessage[] =>
        chosen.flatMap((one) => rows.get(one) ?? []).map(keepableMessage);
      return {
        chatId: id,
        count: counted?.count ?? 0,
        firstId: first && rows.has(first.id) ? first.id : null,
        messages: keepable(ids),
        photos: keepable(photoIds),
      };
    });
  }
}

const distinctIds = (rows: readonly ({ id: string } | undefined)[], limit: number): string[] =>
  [...new Set(rows.flatMap((row) => row?.id ?? []))].slice(0, limit);

const keepableMessage = ({
  id,
  seq,
  senderId,
  content,
  sticker,
  createdAt,
  attachments,
  voiceStatus,
}: MessageRow): KeepableMessage => ({
  messageId: id,
  seq,
  senderId,
  content,
  ...(sticker !== null && { sticker }),
  createdAt: createdAt.toISOString(),
  files: attachments.map(({ id: fileId, kind, transcript }) => ({
    id: fileId,
    kind,
    ...(transcript !== null && { transcript }),
  })),
  ...(voiceStatus !== null && { voiceStatus }),
});
