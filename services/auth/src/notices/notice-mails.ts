import { NOTICES, type NoticeIssued, noticeIssued } from '@duet/contracts';
import { Clock, OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../users/user.entity.js';
import { noticeKey, queuedNotice } from '../mail/notice-writer.js';
import { MailQueue } from '../mail/mail-queue.js';
import { notifiableFor } from './notification-time.js';

/** Queues mails for notices, to be sent when quiet hours and mute of the recipient are over. */
@Injectable()
export class NoticeMails {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** An unverified address may belong to someone else: it only gets the link that verifies it. */
  @OnEvent(noticeIssued)
  async onNoticeIssued(event: NoticeIssued): Promise<void> {
    const { userId, notice, aboutId } = event;
    const user = await this.database.manager.findOneBy(User, { id: userId });
    if (!user?.emailVerifiedAt) return;
    const due = notifiableFor(user, NOTICES[notice], 'email', this.clock.now());
    if (due === null) return;
    const about = aboutId === null ? null : await this.database.manager.findOneBy(User, { id: aboutId });
    const queued = queuedNotice(event, about);
    const particulars = { about: noticeKey(queued), notice: queued, due };
    await this.mails.queueMailAlone('notice', user.emailKey, particulars);
  }
}
