import { NOTICES, type NoticeIssued, noticeIssued } from '@duet/contracts';
import { OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { Clock } from '../clock.js';
import { noticeMail } from '../mail/notice-writer.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';
import { heardBy } from './heard.js';

/** Mails what people want to be told by mail, when their quiet hours and their mute are over. */
@Injectable()
export class NoticeMails {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(MailWorker) private readonly mailWorker: MailWorker,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** An address that nobody has confirmed may be a stranger's: it gets nothing but the link to confirm it. */
  @OnFact(noticeIssued)
  async issued({ userId, notice, aboutId }: NoticeIssued): Promise<void> {
    const user = await this.database.manager.findOneBy(User, { id: userId });
    if (!user?.emailVerifiedAt) return;
    const due = heardBy(user, NOTICES[notice], 'email', this.clock.now());
    if (due === null) return;
    await this.mails.add(this.database.manager, 'notice', user.emailKey, { about: noticeMail(notice, aboutId), due });
    this.mailWorker.kick();
  }
}
