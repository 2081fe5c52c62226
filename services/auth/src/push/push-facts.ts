import {
  type EventEnvelope, LIMITS, type MessageFact, NOTICES, type NoticeIssued, type NotificationKind, type ReactionAdded, messageDeleted, messageSent, noticeIssued, reactionAdded,
} from '@duet/contracts';
import { OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { Clock } from '../clock.js';
import { noticeMail } from '../mail/notice-writer.js';
import { heardBy } from '../notices/heard.js';
import { PushQueue, type Told } from './push-queue.js';
import { PushWorker } from './push-worker.js';

/**
 * Milliseconds that a push waits after what it is about: whoever sits in front of the conversation has read it by then, and
 * their telephone stays silent; whoever does not, hears of it soon enough.
 */
const READING_ALONG = 2_000;

const KEPT = LIMITS.pushHours * 60 * 60 * 1_000;

/** Most people have none, and a message must not cost more than to see that. */
const DEVICES = 'SELECT id FROM push_subscriptions WHERE user_id = $1';

/** What the devices of somebody are told of, by what other services say has happened. */
@Injectable()
export class PushFacts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PushQueue) private readonly queue: PushQueue,
    @Inject(PushWorker) private readonly worker: PushWorker,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** A notice waits for the end of quiet hours and mutes. */
  @OnFact(noticeIssued)
  async issued({ userId, notice, aboutId }: NoticeIssued): Promise<void> {
    await this.tell(userId, NOTICES[notice], { kind: 'notice', about: noticeMail(notice, aboutId), fromId: aboutId }, null);
  }

  @OnFact(messageSent)
  async sent({ receiverId, actorId, messageId, chatId }: MessageFact, { at }: EventEnvelope): Promise<void> {
    if (receiverId && !this.isOld(at)) await this.tell(receiverId, 'messages', { kind: 'message', about: messageId, fromId: actorId, chatId }, at);
  }

  @OnFact(reactionAdded)
  async reacted({ receiverId, actorId, messageId, chatId }: ReactionAdded, { at }: EventEnvelope): Promise<void> {
    if (!this.isOld(at)) await this.tell(receiverId, 'reactions', { kind: 'reaction', about: messageId, fromId: actorId, chatId }, at);
  }

  @OnFact(messageDeleted)
  async deleted({ messageId }: MessageFact): Promise<void> {
    await this.queue.withdraw(messageId);
  }

  /** @param at when it happened, of what is dropped when it would disturb; null of what then waits */
  private async tell(userId: string, kind: NotificationKind, told: Told, at: string | null): Promise<void> {
    const devices = await this.database.query<{ id: string }[]>(DEVICES, [userId]);
    const user = devices.length > 0 ? await this.database.manager.findOneBy(User, { id: userId }) : null;
    if (!user) return;
    const now = this.clock.now();
    const due = heardBy(user, kind, 'push', now);
    if (due === null || (due > now && at !== null)) return;
    await this.queue.add(devices.map(({ id }) => id), told, at === null ? due : this.afterReading(at));
    this.worker.kick();
  }

  /** The clock of whoever told of it may be ahead of ours. */
  private afterReading(at: string): Date {
    const now = this.clock.now().getTime();
    return new Date(Math.max(now, Math.min(now, Date.parse(at)) + READING_ALONG));
  }

  /** We were away when it happened. */
  private isOld(at: string): boolean {
    return this.clock.now().getTime() - Date.parse(at) > KEPT;
  }
}
