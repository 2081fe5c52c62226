import { createHash } from 'node:crypto';
import { LIMITS, NOTICES, type NotificationKind, PUSH_TOKEN, type PushPayload } from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../users/user.entity.js';
import { textsFor } from '../texts/index.js';
import { isOfHiddenPart, settingsOf } from '../users/user.view.js';
import { nameInNotice, noticeLine } from '../mail/notice-writer.js';
import { notifiableFor } from '../notices/notification-time.js';
import { AccessTokenSigner } from '../sessions/access-token-signer.js';
import type { QueuedPush } from './push-queue.js';
import type { Push } from './push-sender.js';
import type { PushSubscription } from './push-subscription.entity.js';

/** The push to send now, the instant to postpone it to, or null for nothing to say any more. */
export type WrittenPush = { push: Push } | { due: Date } | null;

const HOUR = 60 * 60;
const TEST_SECONDS = 60;

/** A hash, so that the push service learns which pushes replace each other, but not the conversation. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

const pushOf = (payload: PushPayload): Push => ({
  body: JSON.stringify(payload),
  ttl: payload.kind === 'test' ? TEST_SECONDS : LIMITS.pushHours * HOUR,
  topic: topicOf(payload.tag),
  urgency: payload.kind === 'notice' || payload.kind === 'reaction' ? 'normal' : 'high',
});

const NOTHING = { from: null, text: null, messageId: null, token: null };

/** Writes pushes, with as much text as the user allows on the lock screen. They never contain a message's text: the device fetches that itself. */
@Injectable()
export class PushWriter {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async write(job: QueuedPush, device: PushSubscription): Promise<WrittenPush> {
    if (job.kind === 'test') return { push: pushOf({ ...NOTHING, kind: 'test', tag: 'test', link: '/settings' }) };
    const user = await this.database.manager.findOneBy(User, { id: device.userId });
    if (!user) return null;
    return job.kind === 'notice' ? this.notice(job, user) : this.message(job, user, device);
  }

  /** Writes a notice, or postpones it until quiet hours and mute are over, as mails are. */
  private async notice(job: QueuedPush, user: User): Promise<WrittenPush> {
    const read = job.notice;
    if (!read) return null;
    const due = this.notifiableFrom(user, NOTICES[read.notice]);
    if (due === null || due > this.clock.now()) return due && { due };
    const about = read.aboutId ? await this.database.manager.findOneBy(User, { id: read.aboutId }) : null;
    if (isOfHiddenPart(read.notice, user, about)) return null;
    const settings = settingsOf(user);
    const texts = textsFor(settings);
    const { text, link } = noticeLine(texts, read, nameInNotice(texts, read, about));
    const shown = settings.notifications.lockScreen === 'hidden' ? null : text;
    return { push: pushOf({ ...NOTHING, kind: 'notice', tag: job.about, link, text: shown }) };
  }

  /** Writes a message or reaction, or drops it in quiet hours and while muted: the user sees it in the app later. */
  private async message(
    { kind, about, fromId, chatId, seq }: QueuedPush,
    user: User,
    { sessionId }: PushSubscription,
  ): Promise<WrittenPush> {
    const due = this.notifiableFrom(user, kind === 'reaction' ? 'reactions' : 'messages');
    const from = fromId && (await this.database.manager.findOneBy(User, { id: fromId }));
    if (!from || chatId === null || due === null || due > this.clock.now()) return null;
    const { lockScreen } = settingsOf(user).notifications;
    const token = lockScreen === 'full' ? this.signer.sign({ userId: user.id, sessionId, about }, PUSH_TOKEN) : null;
    const tag = kind === 'reaction' ? `${chatId}:reactions` : chatId;
    return {
      push: pushOf({
        kind,
        tag,
        link: seq === undefined ? `/chat/${chatId}` : `/chat/${chatId}?seq=${seq}`,
        from: lockScreen === 'hidden' ? null : from.firstName,
        text: null,
        messageId: about,
        token,
      }),
    };
  }

  private notifiableFrom(user: User, kind: NotificationKind): Date | null {
    return notifiableFor(user, kind, 'push', this.clock.now());
  }
}
