import { type Actor, type PushAboutDto, type PushReplyDto, type PushedMessageView, shortened } from '@duet/contracts';
import { AppError, Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isReadable } from '../messages/is-readable.js';
import { HistoryService } from '../messages/history.service.js';
import { readOne } from '../messages/message.queries.js';
import { withoutHidden } from '../messages/message-mark.queries.js';
import { MessagesService } from '../messages/messages.service.js';
import { ReactionsService } from '../reactions/reactions.service.js';
import { countPushable } from './pushed-message.queries.js';

/** ❤️ as the picker writes it. */
const LOVE = '❤️';

/** The contents of push notifications, and the answers that people give on them. */
@Injectable()
export class PushedMessagesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(MessagesService) private readonly messages: MessagesService,
    @Inject(ReactionsService) private readonly reactions: ReactionsService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async shouldPush({ messageId, receiverId, reactedBy }: PushAboutDto): Promise<{ wanted: boolean }> {
    const found = await countPushable(this.database, [messageId, receiverId, reactedBy ?? null, this.clock.now()]);
    return { wanted: found > 0 };
  }

  /** @throws AppError as `read`, and as a text is sent */
  async reply(actor: Actor, { content, clientMessageId }: PushReplyDto): Promise<void> {
    const { chatId } = await this.find(actor);
    await this.messages.send(actor, { chatId, content, clientMessageId });
  }

  /** @throws AppError as `read`, and TOO_MANY_REACTIONS */
  async love(actor: Actor): Promise<void> {
    const { messageId } = await this.find(actor);
    await this.reactions.add(actor, { messageId, emoji: LOVE });
  }

  /** @throws AppError NO_PARTNER; MESSAGE_NOT_FOUND, also for a deleted, expired or foreign message */
  async read(actor: Actor): Promise<PushedMessageView> {
    return (await this.find(actor)).view;
  }

  private find(actor: Actor): Promise<{ chatId: string; messageId: string; view: PushedMessageView }> {
    return this.history.inSnapshot(actor, async (tx, { id, members }) => {
      const read = actor.about === undefined ? undefined : await readOne(tx, id, actor.about);
      const [message] = read ? await withoutHidden(tx, id, actor.userId, [read]) : [];
      const partner = [...members.values()].find(({ userId }) => userId !== actor.userId);
      if (!message || !partner || !isReadable(message, this.clock.now())) throw new AppError('MESSAGE_NOT_FOUND');
      const reactions = message.reactions.filter(({ user }) => user === partner.userId).map(({ emoji }) => emoji);
      const view = {
        firstName: partner.firstName,
        content: shortened(message.content),
        messageType: message.type,
        sticker: message.sticker,
        reactions,
      };
      return { chatId: id, messageId: message.id, view };
    });
  }
}
