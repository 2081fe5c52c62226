import {
  type Actor,
  type ExclusionIdDto,
  type HideOnThisDayDto,
  LIMITS,
  type OnThisDayChoice,
  type OnThisDayExclusion,
  type OnThisDayExclusions,
  type SwitchOnThisDayDto,
  onThisDayChanged,
  userDeleted,
} from '@duet/contracts';
import { AppError, Clock, LivePush, OnEvent, Turns, type Tx, type Period } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { type ConversationRow, lockMember, readActive } from '../conversations/conversation.queries.js';
import { HistoryService } from '../messages/history.service.js';
import { isReadable } from '../messages/is-readable.js';
import { readOne } from '../messages/message.queries.js';
import {
  eraseExclusions,
  eraseOff,
  insertExclusion,
  isEnabled,
  readExclusions,
  removeExclusion,
  setEnabled,
} from './exclusion.queries.js';

type Hidden = { messageId: string } | Period;

const MOST = { message: LIMITS.onThisDayMessages, period: LIMITS.onThisDayPeriods };

/** Each person's exclusions and on/off switch, which the partner never sees. */
@Injectable()
export class ExclusionsService {
  private readonly turns = new Turns();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  list(actor: Actor): Promise<OnThisDayExclusions> {
    return this.history.inSnapshot(actor, async (tx, conversation) => ({
      enabled: await isEnabled(tx, conversation.id, actor.userId),
      exclusions: await readExclusions(tx, conversation, actor.userId),
    }));
  }

  /** Idempotent. @throws AppError MESSAGE_NOT_FOUND, TOO_MANY_EXCLUSIONS */
  hide({ userId }: Actor, { messageId, from = '', to = '' }: HideOnThisDayDto): Promise<OnThisDayExclusion> {
    const what: Hidden = messageId === undefined ? { from, to } : { messageId: messageId.toLowerCase() };
    return this.change(userId, async (tx, conversation) => {
      if ('messageId' in what) await this.requireReadable(tx, conversation, what.messageId);
      const all = await readExclusions(tx, conversation, userId);
      const before = all.find((one) => matches(one, what));
      if (before) return before;
      const kind = 'messageId' in what ? 'message' : 'period';
      if (all.filter((one) => one.kind === kind).length >= MOST[kind]) throw new AppError('TOO_MANY_EXCLUSIONS');
      await insertExclusion(tx, [conversation.id, userId], v7(), what);
      const made = (await readExclusions(tx, conversation, userId)).find((one) => matches(one, what));
      if (!made) throw new TypeError('an exclusion was not stored');
      return made;
    });
  }

  /** @throws AppError EXCLUSION_NOT_FOUND, also for another person's exclusion. */
  async remove({ userId }: Actor, { exclusionId }: ExclusionIdDto): Promise<void> {
    await this.change(userId, async (tx, { id }) => {
      if (!(await removeExclusion(tx, [id, userId], exclusionId))) throw new AppError('EXCLUSION_NOT_FOUND');
    });
  }

  switch({ userId }: Actor, { enabled }: SwitchOnThisDayDto): Promise<OnThisDayChoice> {
    return this.change(userId, async (tx, { id }) => {
      await setEnabled(tx, [id, userId], enabled);
      return { enabled };
    });
  }

  @OnEvent(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await eraseExclusions(this.database, [userId]);
    await eraseOff(this.database, [userId]);
  }

  private async requireReadable(tx: Tx, { id }: ConversationRow, messageId: string): Promise<void> {
    const message = await readOne(tx, id, messageId);
    if (!message || !isReadable(message, this.clock.now())) throw new AppError('MESSAGE_NOT_FOUND');
  }

  /** Serialises a person's changes, so that the limits hold. @throws AppError NO_PARTNER */
  private async change<Answer>(
    userId: string,
    work: (tx: Tx, conversation: ConversationRow) => Promise<Answer>,
  ): Promise<Answer> {
    const [chatId, answer] = await this.turns.take(userId, () =>
      this.database.transaction(async (tx) => {
        const conversation = await readActive(tx, userId);
        if (!conversation) throw new AppError('NO_PARTNER');
        await lockMember(tx, conversation.id, userId);
        return [conversation.id, await work(tx, conversation)] as const;
      }),
    );
    this.live.push(onThisDayChanged, { userId, chatId });
    return answer;
  }
}

const matches = (one: OnThisDayExclusion, what: Hidden): boolean =>
  one.kind === 'message'
    ? 'messageId' in what && one.message._id === what.messageId
    : 'from' in what && one.from === what.from && one.to === what.to;
