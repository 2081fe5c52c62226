import type { MessageStatistics } from '@duet/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Seqs have no holes, so the newest one counts what was sent: three rows, however long the conversation. */
const SENT = `
  SELECT c.last_seq - me.deleted_count - other.deleted_count AS "sentByBoth",
         CASE WHEN me.user_id < other.user_id THEN c.sent_by_low ELSE c.last_seq - c.sent_by_low END - me.deleted_count AS "sentByMe"
  FROM conversation_members me
  JOIN conversations c ON c.id = me.conversation_id
  JOIN conversation_members other ON other.conversation_id = me.conversation_id AND other.user_id <> me.user_id
  WHERE me.user_id = $1 AND me.active`;

@Injectable()
export class StatisticsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async of(userId: string): Promise<MessageStatistics> {
    const [row] = await this.database.query<MessageStatistics[]>(SENT, [userId]);
    return row ?? { sentByBoth: 0, sentByMe: 0 };
  }
}
