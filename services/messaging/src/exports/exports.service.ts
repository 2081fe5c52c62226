import { type Actor, type ExportConversation, type ExportMessages, type ExportMessagesDto, LIMITS } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MARKERS_OF_M, type MemberRow, senderView } from '../conversations/conversation.rows.js';
import { readRange } from '../messages/message.rows.js';
import { messageView } from '../messages/message.view.js';

interface ExportableRow {
  id: string;
  status: 'active' | 'ended';
  lastSeq: number;
  endedAt: Date | null;
}

/** The person's own conversation, and those that ended so lately that they could come back. */
const EXPORTABLE = `
  SELECT c.id, c.status, c.last_seq AS "lastSeq", c.ended_at AS "endedAt"
  FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id
  WHERE m.user_id = $1 AND ($2::uuid IS NULL OR c.id = $2)
    AND (c.status = 'active' AND m.active OR c.status = 'ended' AND c.ended_at > now() - interval '${LIMITS.exportDaysAfterUnlink} days')
  ORDER BY c.ended_at DESC NULLS FIRST, c.id`;

/** Of an ended conversation, the names of its end. */
const MEMBERS = `
  SELECT ${MARKERS_OF_M},
         CASE c.status WHEN 'ended' THEN coalesce(m.first_name_at_end, p.first_name) ELSE p.first_name END AS "firstName",
         CASE c.status WHEN 'ended' THEN coalesce(m.username_at_end, p.username) ELSE p.username END AS username
  FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id JOIN people p ON p.id = m.user_id
  WHERE m.conversation_id = ANY($1::uuid[])`;

/** What a person may take along: the only reads that reach a conversation which has ended. */
@Injectable()
export class ExportsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  conversations({ userId }: Actor): Promise<ExportConversation[]> {
    return this.inSnapshot(async (tx) => {
      const rows = await tx.query<ExportableRow[]>(EXPORTABLE, [userId, null]);
      const members = Map.groupBy(await tx.query<MemberRow[]>(MEMBERS, [rows.map(({ id }) => id)]), ({ chatId }) => chatId);
      return rows.map(({ id, status, endedAt }) => ({
        chatId: id,
        status,
        endedAt: endedAt?.toISOString() ?? null,
        members: (members.get(id) ?? []).map(senderView),
      }));
    });
  }

  /** @throws AppError CONVERSATION_NOT_FOUND for any other conversation, also for one that ran out just now. */
  messages({ userId }: Actor, { chatId, after }: ExportMessagesDto): Promise<ExportMessages> {
    return this.inSnapshot(async (tx) => {
      const [row] = await tx.query<ExportableRow[]>(EXPORTABLE, [userId, chatId]);
      if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
      const upTo = after + LIMITS.exportPage;
      const held = await tx.query<MemberRow[]>(MEMBERS, [[chatId]]);
      const members = new Map(held.map((member) => [member.userId, member]));
      const kept = (await readRange(tx, chatId, after + 1, upTo)).filter(({ deletedAt }) => deletedAt === null);
      return { messages: kept.map((message) => messageView(message, members)), next: upTo < row.lastSeq ? upTo : null };
    });
  }

  private inSnapshot<Answer>(read: (tx: Tx) => Promise<Answer>): Promise<Answer> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY');
      return read(tx);
    });
  }
}
