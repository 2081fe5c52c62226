import type { ConversationHead } from '@duet/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const HEADS = `
  SELECT m.user_id AS "userId", c.id AS "chatId", c.last_rev AS rev,
         jsonb_build_object('typing', bool_and(p.typing), 'online', bool_and(p.online)) AS shows
  FROM conversation_members m
  JOIN conversations c ON c.id = m.conversation_id
  JOIN conversation_members each ON each.conversation_id = c.id
  JOIN people p ON p.id = each.user_id
  WHERE m.user_id = ANY($1::uuid[]) AND m.active
  GROUP BY m.user_id, c.id`;

@Injectable()
export class ConversationsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Where the active conversations of these people stand; people without one are left out. */
  heads(userIds: readonly string[]): Promise<ConversationHead[]> {
    return this.database.query<ConversationHead[]>(HEADS, [userIds]);
  }
}
