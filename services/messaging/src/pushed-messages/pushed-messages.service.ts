import { type Actor, type PushAboutDto, type PushedMessageView, shortened } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { HistoryService } from '../messages/history.service.js';
import { readOne } from '../messages/message.rows.js';

/**
 * Of a message that is there, in a conversation that goes on: unread by its reader's own marker, which tells the truth also
 * while no receipts are shown; or with the reaction on it still.
 */
const WANTED = `
  SELECT 1 FROM messages m
  JOIN conversation_members r ON r.conversation_id = m.conversation_id AND r.user_id = $2 AND r.active
  WHERE m.id = $1 AND m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > $4)
    AND CASE WHEN $3::uuid IS NULL THEN m.sender_id <> r.user_id AND m.seq > r.read_up_to
             ELSE EXISTS (SELECT 1 FROM reactions x WHERE x.message_id = m.id AND x.user_id = $3) END`;

/** What a notification says of the message it is about. */
@Injectable()
export class PushedMessagesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(HistoryService) private readonly history: HistoryService,
  ) {}

  async wanted({ messageId, receiverId, reactedBy }: PushAboutDto): Promise<{ wanted: boolean }> {
    const rows = await this.database.query<object[]>(WANTED, [messageId, receiverId, reactedBy ?? null, new Date()]);
    return { wanted: rows.length > 0 };
  }

  /** @throws AppError NO_PARTNER; MESSAGE_NOT_FOUND also for one that was deleted, or is another couple's */
  read(actor: Actor): Promise<PushedMessageView> {
    return this.history.inSnapshot(actor, async (tx, { id, members }) => {
      const message = actor.about === undefined ? undefined : await readOne(tx, id, actor.about);
      const partner = [...members.values()].find(({ userId }) => userId !== actor.userId);
      const isOver = message?.deletedAt || (message?.expiresAt && message.expiresAt <= new Date());
      if (!message || !partner || isOver) throw new AppError('MESSAGE_NOT_FOUND');
      const reactions = message.reactions.filter(({ user }) => user === partner.userId).map(({ emoji }) => emoji);
      return { firstName: partner.firstName, content: shortened(message.content), messageType: message.type, reactions };
    });
  }
}
