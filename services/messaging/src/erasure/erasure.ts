import { conversationClosed, userDeleted } from '@duet/contracts';
import { Clock, EventErasure, LivePush, OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PeopleService } from '../people/people.service.js';
import {
  ERASE_STEP,
  endConversations,
  endMemberships,
  eraseMessages,
  eraseNamesAtEnd,
  eraseReactions,
  readChats,
} from './erasure.queries.js';

/**
 * Erases a deleted account's messages. The conversation ends at once, whether or not the couple's unlink has arrived: no
 * message is stored after that. Nobody syncs an ended conversation, so the tombstones need no revs.
 */
@Injectable()
export class Erasure {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(EventErasure) private readonly eventErasure: EventErasure,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @OnEvent(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    const members = await this.database.transaction(async (tx) => {
      await this.people.eraseNames(tx, userId);
      await eraseNamesAtEnd(tx, [userId]);
      const ended = await endConversations(tx, [userId, this.clock.now()]);
      return endMemberships(tx, [ended.map(({ id }) => id)]);
    });
    const [one, other] = members;
    if (one && other) this.live.push(conversationClosed, { chatId: one.chatId, members: [one.userId, other.userId] });
    await eraseReactions(this.database, [userId]);
    while ((await eraseMessages(this.database, [userId])) === ERASE_STEP);
    const chats = await readChats(this.database, [userId]);
    await this.eventErasure.erase([userId, ...chats.map(({ id }) => id)]);
  }
}
