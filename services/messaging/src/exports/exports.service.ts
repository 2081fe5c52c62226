import {
  type Actor,
  type ExportConversation,
  type ExportMessages,
  type ExportMessagesDto,
  LIMITS,
} from '@duet/contracts';
import { AppError, Clock, DAY, inSnapshot } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { senderView } from '../conversations/conversation.queries.js';
import { readRange } from '../messages/message.queries.js';
import { viewerMessages } from '../messages/message-mark.queries.js';
import { readExportable, readExportedMembers } from './export.queries.js';

const EXPORTABLE = LIMITS.exportDaysAfterUnlink * DAY;

/** Reads for data exports, the only ones that reach ended conversations. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  conversations({ userId }: Actor): Promise<ExportConversation[]> {
    return inSnapshot(this.database, async (tx) => {
      const rows = await readExportable(tx, [userId, null, this.clock.in(-EXPORTABLE)]);
      const members = Map.groupBy(await readExportedMembers(tx, [rows.map(({ id }) => id)]), ({ chatId }) => chatId);
      return rows.map(({ id, status, endedAt, lastSeenAt }) => ({
        chatId: id,
        status,
        endedAt: endedAt?.toISOString() ?? null,
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
        members: (members.get(id) ?? []).map(senderView),
      }));
    });
  }

  /** @throws AppError CONVERSATION_NOT_FOUND for every conversation that the person may not export (any more). */
  messages({ userId }: Actor, { chatId, after }: ExportMessagesDto): Promise<ExportMessages> {
    return inSnapshot(this.database, async (tx) => {
      const [row] = await readExportable(tx, [userId, chatId, this.clock.in(-EXPORTABLE)]);
      if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
      const upTo = after + LIMITS.exportPage;
      const rows = await readExportedMembers(tx, [[chatId]]);
      const members = new Map(rows.map((member) => [member.userId, member]));
      const page = await readRange(tx, chatId, after + 1, upTo);
      const { messages, marks } = await viewerMessages(tx, { id: chatId, members }, userId, page);
      return {
        messages: messages.filter(({ deletedAt }) => deletedAt === null),
        starred: marks.flatMap((change) =>
          change.kind === 'message' && change.mark.starredAt !== null ? [change.mark.messageId] : [],
        ),
        next: upTo < row.lastSeq ? upTo : null,
      };
    });
  }
}
