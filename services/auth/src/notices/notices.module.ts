import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { NoticeMails } from './notice-mails.js';

@Module({ imports: [MailModule], providers: [NoticeMails] })
export class NoticesModule {}
