import {
  type CoupleLinked,
  type CouplePurged,
  type CoupleUnlinked,
  conversationClosed,
  conversationOpened,
  coupleLinked,
  couplePurged,
  coupleUnlinked,
} from '@duet/contracts';
import { Clock, LivePush, OnEvent, Transactions, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { setDisappearAfter } from '../disappearing/set-disappear-after.js';
import { PeopleService } from '../people/people.service.js';
import { ConversationMutations } from '../conversations/conversation-mutations.js';
import type { ConversationStatus } from '../conversations/conversation.entity.js';
import { lockConversation } from '../conversations/conversation.queries.js';
import { ConversationsService } from '../conversations/conversations.service.js';
import {
  PURGE_STEP,
  countNewer,
  countOlder,
  endMembershipsWithNames,
  purgeConversation,
  purgeMessages,
  readOpened,
  writeMembers,
  writeStatus,
} from './couple.queries.js';

/**
 * Conversations follow the couples: a link opens or reopens one, an unlink ends it, a purge removes it. Older events change
 * nothing; a repeated event is pushed to the sockets again.
 */
@Injectable()
export class CoupleEventHandlers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(ConversationsService) private readonly conversations: ConversationsService,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(ConversationMutations) private readonly mutations: ConversationMutations,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * A link that overtook the unlink of a member's former couple violates `conversation_members_one_active`. The handler
   * then fails, and the event is delivered again later.
   */
  @OnEvent(coupleLinked)
  async linked(event: CoupleLinked): Promise<void> {
    const memberIds = event.members.map((member) => member._id);
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      await this.people.writeSnapshots(tx, event.members);
      const active = !(await this.people.isAnyDeleted(tx, memberIds));
      const changed = await this.setStatus(
        tx,
        event.coupleId,
        active ? 'active' : 'ended',
        event.version,
        active ? null : event.linkedAt,
      );
      if (!changed) return;
      const joined = await writeMembers(tx, [event.coupleId, memberIds, active]);
      if (active && joined.every(({ isNew }) => isNew)) await this.applyDefault(unit, event.coupleId, memberIds);
    });
    this.conversations.announce(event.coupleId);
    const open = await readOpened(this.database, [event.coupleId, event.version]);
    const [a, b] = event.members;
    for (const revs of open)
      this.live.push(conversationOpened, { chatId: event.coupleId, members: [a._id, b._id], ...revs });
  }

  @OnEvent(coupleUnlinked)
  async unlinked(event: CoupleUnlinked): Promise<void> {
    const isLatest = await this.database.transaction(async (tx) => {
      if (await this.setStatus(tx, event.coupleId, 'ended', event.version, event.endedAt)) {
        await endMembershipsWithNames(tx, [event.coupleId]);
      }
      return (await countNewer(tx, [event.coupleId, event.version])) === 0;
    });
    this.conversations.announce(event.coupleId);
    if (isLatest) this.live.push(conversationClosed, { chatId: event.coupleId, members: event.members });
  }

  @OnEvent(couplePurged)
  async purged({ coupleId, version }: CouplePurged): Promise<void> {
    while ((await purgeMessages(this.database, [coupleId, version])) === PURGE_STEP);
    await purgeConversation(this.database, [coupleId, version]);
    if ((await countOlder(this.database, [coupleId, version])) > 0)
      throw new Error('a couple was purged before its unlink arrived');
  }

  /**
   * Applies the members' default for disappearing messages to their first conversation. The locked rows of `people` hold the
   * newer of auth's and pairing's snapshots. Clients load the conversation with this setting, so nothing is pushed.
   */
  private async applyDefault(unit: UnitOfWork, chatId: string, memberIds: string[]): Promise<void> {
    const { tx } = unit;
    const preferred = await this.people.shortestDefault(tx, memberIds);
    const conversation = preferred && (await lockConversation(tx, chatId));
    if (!conversation) return;
    await this.mutations.within(unit, conversation, async (_tx, locked) => ({
      answer: null,
      changes: await setDisappearAfter(tx, locked, {
        senderId: preferred.userId,
        notice: { kind: 'disappearing', seconds: preferred.seconds, fromStart: true },
        at: this.clock.now(),
      }),
    }));
  }

  private async setStatus(
    tx: Tx,
    coupleId: string,
    status: ConversationStatus,
    version: number,
    endedAt: string | null,
  ): Promise<boolean> {
    return (await writeStatus(tx, [coupleId, status, version, endedAt])) > 0;
  }
}
