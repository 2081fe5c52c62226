import { Module } from '@nestjs/common';
import { EmailTokensService } from './email-tokens.service.js';

@Module({ providers: [EmailTokensService], exports: [EmailTokensService] })
export class EmailTokensModule {}
