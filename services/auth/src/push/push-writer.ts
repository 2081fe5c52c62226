import { createHash } from 'node:crypto';
import { LIMITS, NOTICES, type NotificationKind, type PushPayload, TEXTS } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { settingsOf } from '../accounts/user.view.js';
import { Clock } from '../clock.js';
import { noticeLine, readNoticeMail } from '../mail/notice-writer.js';
import { heardBy } from '../notices/heard.js';
import { AccessTokenSigner } from '../sessions/access-token-signer.js';
import type { PushJob } from './push-job.entity.js';
import type { Push } from './push-sender.js';
import type { PushSubscription } from './push-subscription.entity.js';

/** What becomes of a job when its time has come: it leaves, it waits on, or there is nothing to say any more. */
export type Written = { push: Push } | { due: Date } | null;

const HOUR = 60 * 60;
const TEST_SECONDS = 60;

/** A push service learns which messages replace each other, not which conversation they are of. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32);

const pushOf = (payload: PushPayload): Push => ({
  body: JSON.stringify(payload),
  ttl: payload.kind === 'test' ? TEST_SECONDS : LIMITS.pushHours * HOUR,
  topic: topicOf(payload.tag),
  urgency: payload.kind === 'notice' || payload.kind === 'reaction' ? 'normal' : 'high',
});

const NOTHING = { from: null, text: null, messageId: null, token: null };

/** Says as much as the person wants on a locked screen. Words of messages never pass here: the device reads them itself. */
@Injectable()
export class PushWriter {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccessTokenSigner) private readonly signer: AccessTokenSigner,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async write(job: PushJob, device: PushSubscription): Promise<Written> {
    if (job.kind === 'test') return { push: pushOf({ ...NOTHING, kind: 'test', tag: 'test', link: '/settings' }) };
    const user = await this.database.manager.findOneBy(User, { id: device.userId });
    if (!user) return null;
    return job.kind === 'notice' ? this.notice(job, user) : this.message(job, user, device);
  }

  /** Waits for the end of quiet hours and mutes, as mails do. */
  private async notice(job: PushJob, user: User): Promise<Written> {
    const read = readNoticeMail(job.about);
    if (!read) return null;
    const due = this.heard(user, NOTICES[read.notice]);
    if (due === null || due > this.clock.now()) return due && { due };
    const about = read.aboutId && (await this.database.manager.findOneBy(User, { id: read.aboutId }));
    const { text, link } = noticeLine(read.notice, about ? about.firstName : TEXTS.deletedPerson);
    const shown = settingsOf(user).notifications.lockScreen === 'hidden' ? null : text;
    return { push: pushOf({ ...NOTHING, kind: 'notice', tag: job.about, link, text: shown }) };
  }

  /** Is dropped when it would disturb: who looks later sees it anyway. */
  private async message({ kind, about, fromId, chatId }: PushJob, user: User, { sessionId }: PushSubscription): Promise<Written> {
    const heard = this.heard(user, kind === 'reaction' ? 'reactions' : 'messages');
    const from = fromId && (await this.database.manager.findOneBy(User, { id: fromId }));
    if (!from || chatId === null || heard === null || heard > this.clock.now()) return null;
    const { lockScreen } = settingsOf(user).notifications;
    const token = lockScreen === 'full' ? this.signer.sign({ userId: user.id, sessionId, about }, 'notice') : null;
    const tag = kind === 'reaction' ? `${chatId}:reactions` : chatId;
    return { push: pushOf({ kind, tag, link: `/chat/${chatId}`, from: lockScreen === 'hidden' ? null : from.firstName, text: null, messageId: about, token }) };
  }

  private heard(user: User, kind: NotificationKind): Date | null {
    return heardBy(user, kind, 'push', this.clock.now());
  }
}
