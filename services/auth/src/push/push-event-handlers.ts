import {
  type EventEnvelope,
  type PublishedMessage,
  NOTICES,
  type NoticeIssued,
  type NotificationKind,
  type ReactionAdded,
  messageDeleted,
  messageSent,
  noticeIssued,
  reactionAdded,
} from '@duet/contracts';
import { Clock, OnEvent, OnEvents } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../users/user.entity.js';
import { noticeKey, queuedNotice } from '../mail/notice-writer.js';
import { notifiableFor } from '../notices/notification-time.js';
import { MAX_AGE, type PushContent, PushQueue } from './push-queue.js';
import { readSubscriptionIds } from './push-subscription.queries.js';
import { PushWorker } from './push-worker.js';

/** Milliseconds between a message and its push. A recipient who has the conversation open reads it in this time and gets no push. */
const READ_DELAY = 2_000;

/** Queues pushes for the events of other services. */
@Injectable()
export class PushEventHandlers {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PushQueue) private readonly queue: PushQueue,
    @Inject(PushWorker) private readonly worker: PushWorker,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** The push for a notice is delayed until quiet hours and mute are over. */
  @OnEvent(noticeIssued)
  async onNoticeIssued(event: NoticeIssued): Promise<void> {
    const { userId, notice, aboutId } = event;
    const about = aboutId === null ? null : await this.database.manager.findOneBy(User, { id: aboutId });
    const queued = queuedNotice(event, about);
    const content = { kind: 'notice', about: noticeKey(queued), fromId: aboutId, notice: queued } as const;
    const devicesOf = await this.readDevices([userId]);
    await this.queuePushes(userId, devicesOf.get(userId), NOTICES[notice], content, null);
  }

  @OnEvents(messageSent)
  async onMessagesSent(events: readonly EventEnvelope<PublishedMessage>[]): Promise<void> {
    const fresh = events.filter(({ at, payload }) => payload.receiverId !== undefined && !this.isOld(at));
    const devicesOf = await this.readDevices(fresh.flatMap(({ payload }) => payload.receiverId ?? []));
    for (const { at, payload } of fresh) {
      const { receiverId = '', actorId, messageId, chatId, seq } = payload;
      const content = { kind: 'message', about: messageId, fromId: actorId, chatId, seq } as const;
      await this.queuePushes(receiverId, devicesOf.get(receiverId), 'messages', content, at);
    }
  }

  @OnEvent(reactionAdded)
  async onReactionAdded(
    { receiverId, actorId, messageId, chatId, seq }: ReactionAdded,
    { at }: EventEnvelope,
  ): Promise<void> {
    if (this.isOld(at)) return;
    const devicesOf = await this.readDevices([receiverId]);
    const content = { kind: 'reaction', about: messageId, fromId: actorId, chatId, seq } as const;
    await this.queuePushes(receiverId, devicesOf.get(receiverId), 'reactions', content, at);
  }

  @OnEvent(messageDeleted)
  async onMessageDeleted({ messageId }: PublishedMessage): Promise<void> {
    await this.queue.withdraw(messageId);
  }

  /** @returns the ids of people's subscriptions by person. Most people have none and are left out. */
  private async readDevices(userIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const rows = userIds.length > 0 ? await readSubscriptionIds(this.database, [[...new Set(userIds)]]) : [];
    return new Map(
      [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, of]) => [userId, of.map(({ id }) => id)]),
    );
  }

  /** @param at when the event happened, for a push that is dropped in quiet hours; null for one that is delayed instead */
  private async queuePushes(
    userId: string,
    devices: readonly string[] | undefined,
    kind: NotificationKind,
    content: PushContent,
    at: string | null,
  ): Promise<void> {
    if (!devices) return;
    const user = await this.database.manager.findOneBy(User, { id: userId });
    if (!user) return;
    const now = this.clock.now();
    const due = notifiableFor(user, kind, 'push', now);
    if (due === null || (due > now && at !== null)) return;
    await this.queue.queuePushes(devices, content, at === null ? due : this.afterReadDelay(at));
    this.worker.kick();
  }

  /** When a message's push is due. The publisher's clock may be ahead of this one. */
  private afterReadDelay(at: string): Date {
    const now = this.clock.now().getTime();
    return new Date(Math.max(now, Math.min(now, Date.parse(at)) + READ_DELAY));
  }

  /** Whether the event is too old for a push, because this service was down. */
  private isOld(at: string): boolean {
    return this.clock.now().getTime() - Date.parse(at) > MAX_AGE;
  }
}
