import { LIMITS, type ReportableMessage, type ReportableMessagesDto } from '@duet/contracts';
import { AppError, Clock, DAY, inSnapshot } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isReadable } from '../messages/is-readable.js';
import { type MessageRow, readThese } from '../messages/message.queries.js';
import { withoutHidden } from '../messages/message-mark.queries.js';
import { selectShared } from './reporting.queries.js';

const REPORTABLE = LIMITS.exportDaysAfterUnlink * DAY;

/** The messages that a person names in a report, also of a conversation that has ended. */
@Injectable()
export class ReportingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError MESSAGE_NOT_FOUND unless all of them can be read */
  listReportable({ userId, otherId, messageIds }: ReportableMessagesDto): Promise<ReportableMessage[]> {
    return inSnapshot(this.database, async (tx) => {
      const [shared] = await selectShared(tx, [userId, otherId, this.clock.in(-REPORTABLE)]);
      const now = this.clock.now();
      const rows = shared ? await withoutHidden(tx, shared.id, userId, await readThese(tx, shared.id, messageIds)) : [];
      const readable = rows.filter((row) => isReadable(row, now));
      if (readable.length < messageIds.length) throw new AppError('MESSAGE_NOT_FOUND');
      return readable.map(reportableMessage);
    });
  }
}

const reportableMessage = (row: MessageRow): ReportableMessage => ({
  messageId: row.id,
  senderId: row.senderId,
  type: row.type,
  content: row.content,
  answers:
    row.quoted && row.quoted.deletedAt === null ? { senderId: row.quoted.senderId, content: row.quoted.content } : null,
  sticker: row.sticker,
  card: row.card,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  files: row.attachments.map(({ id, kind, filename, size, mimeType, transcript }) => ({
    id,
    kind,
    filename,
    size,
    mimeType,
    transcript,
  })),
});
