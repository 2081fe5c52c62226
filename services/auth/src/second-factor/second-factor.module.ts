import { Module } from '@nestjs/common';
import { TrustModule } from '../trust/trust.module.js';
import { SecondFactorService } from './second-factor.service.js';

/** Verifies the second factor at sign-in. `SecondFactorSettingsModule` sets it up, because that needs the accounts' passwords. */
@Module({ imports: [TrustModule], providers: [SecondFactorService], exports: [SecondFactorService] })
export class SecondFactorModule {}
