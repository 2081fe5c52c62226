import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ExportLinksModule } from './export-links.module.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

@Module({ imports: [SessionsModule, MailModule, ExportLinksModule], controllers: [ExportsController], providers: [ExportsService] })
export class ExportsModule {}
