import { type Actor, type PushedMessageView, shortened } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { HistoryService } from '../messages/history.service.js';
import { readOne } from '../messages/message.rows.js';

/** What a notification says of the message it is about. */
@Injectable()
export class PushedMessagesService {
  constructor(@Inject(HistoryService) private readonly history: HistoryService) {}

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
