import { Module } from '@nestjs/common';
import { TrustEndings } from './trust-endings.service.js';

@Module({ providers: [TrustEndings], exports: [TrustEndings] })
export class TrustModule {}
