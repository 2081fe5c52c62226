import { Module } from '@nestjs/common';
import { SecondFactorService } from './second-factor.service.js';

/** What a sign-in asks. Setting it up asks the password, which is the accounts' affair: see `SecondFactorSettingsModule`. */
@Module({ providers: [SecondFactorService], exports: [SecondFactorService] })
export class SecondFactorModule {}
