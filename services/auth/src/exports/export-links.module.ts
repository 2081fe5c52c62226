import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ExportLinks } from './export-links.js';

/** Apart from the exports themselves, because the mail that brings a link is theirs to send. */
@Module({ imports: [SessionsModule], providers: [ExportLinks], exports: [ExportLinks] })
export class ExportLinksModule {}
