import type { MessageStatistics } from '@duet/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Two rows at most, however long the conversation. */
const SENT = `
  SELECT coalesce(sum(sent_count), 0)::int AS "sentByBoth", coalesce(sum(sent_count) FILTER (WHERE user_id = $1), 0)::int AS "sentByMe"
  FROM conversation_members
  WHERE conversation_id = (SELECT conversation_id FROM conversation_members WHERE user_id = $1 AND active)`;

@Injectable()
export class StatisticsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async of(userId: string): Promise<MessageStatistics> {
    const [row] = await this.database.query<[MessageStatistics]>(SENT, [userId]);
    return row;
  }
}
