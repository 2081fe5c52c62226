import {
  type Actor, type ExclusionIdDto, type HideOnThisDayDto, LIMITS, type OnThisDayChoice, type OnThisDayExclusion, type OnThisDayExclusions, type SwitchOnThisDayDto, onThisDayChanged,
  userDeleted,
} from '@duet/contracts';
import { AppError, LivePush, OnFact, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { type ConversationState, holdMember, readActive } from '../conversations/conversation.rows.js';
import { HistoryService } from '../messages/history.service.js';
import { readOne } from '../messages/message.rows.js';
import type { Period } from './days.js';
import { insertExclusion, isEnabled, readExclusions, removeExclusion, setEnabled } from './exclusion.rows.js';

type Hidden = { messageId: string } | Period;

const MOST = { message: LIMITS.onThisDayMessages, period: LIMITS.onThisDayPeriods };

const FORGET = ['on_this_day_exclusions', 'on_this_day_off'].map(
  (table) => `DELETE FROM ${table} WHERE user_id = $1 AND conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = $1)`,
);

/** What each of the two does not want to be shown again, and whether they want to be shown anything: nothing that the other learns of. */
@Injectable()
export class ExclusionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  list(actor: Actor): Promise<OnThisDayExclusions> {
    return this.history.inSnapshot(actor, async (tx, conversation) => ({
      enabled: await isEnabled(tx, conversation.id, actor.userId),
      exclusions: await readExclusions(tx, conversation, actor.userId),
    }));
  }

  /** The same again is the same exclusion. @throws AppError MESSAGE_NOT_FOUND, TOO_MANY_EXCLUSIONS */
  hide({ userId }: Actor, { messageId, from = '', to = '' }: HideOnThisDayDto): Promise<OnThisDayExclusion> {
    const what: Hidden = messageId === undefined ? { from, to } : { messageId: messageId.toLowerCase() };
    return this.change(userId, async (tx, conversation) => {
      if ('messageId' in what) await mustBeThere(tx, conversation, what.messageId);
      const all = await readExclusions(tx, conversation, userId);
      const before = all.find((one) => isOf(one, what));
      if (before) return before;
      const kind = 'messageId' in what ? 'message' : 'period';
      if (all.filter((one) => one.kind === kind).length >= MOST[kind]) throw new AppError('TOO_MANY_EXCLUSIONS');
      await insertExclusion(tx, [conversation.id, userId], v7(), what);
      const made = (await readExclusions(tx, conversation, userId)).find((one) => isOf(one, what));
      if (!made) throw new TypeError('what was hidden is not');
      return made;
    });
  }

  /** @throws AppError EXCLUSION_NOT_FOUND, which another person's is too. */
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

  @OnFact(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    for (const statement of FORGET) await this.database.query(statement, [userId]);
  }

  /** One change of a person's at a time, so that what is counted holds. @throws AppError NO_PARTNER */
  private async change<Answer>(userId: string, work: (tx: Tx, conversation: ConversationState) => Promise<Answer>): Promise<Answer> {
    const [chatId, answer] = await this.database.transaction(async (tx) => {
      const conversation = await readActive(tx, userId);
      if (!conversation) throw new AppError('NO_PARTNER');
      await holdMember(tx, conversation.id, userId);
      return [conversation.id, await work(tx, conversation)] as const;
    });
    this.live.push(onThisDayChanged, { userId, chatId });
    return answer;
  }
}

const isOf = (one: OnThisDayExclusion, what: Hidden): boolean =>
  one.kind === 'message' ? 'messageId' in what && one.message._id === what.messageId : 'from' in what && one.from === what.from && one.to === what.to;

/** What can be shown can be hidden. */
async function mustBeThere(tx: Tx, { id }: ConversationState, messageId: string): Promise<void> {
  const message = await readOne(tx, id, messageId);
  if (!message || message.deletedAt || message.type === 'notice') throw new AppError('MESSAGE_NOT_FOUND');
}
