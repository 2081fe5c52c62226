import { Clock, DatabaseModule, KitModule, RpcClientModule } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AuthSweeper } from './auth-sweeper.js';
import { bus } from './bus.js';
import type { AuthConfig } from './config.js';
import { CoreModule } from './core.module.js';
import { options } from './data-source.js';
import { DevicesModule } from './devices/devices.module.js';
import { EmailChangesModule } from './email-changes/email-changes.module.js';
import { EmailTokensModule } from './email-tokens/email-tokens.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { MailModule } from './mail/mail.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { PushModule } from './push/push.module.js';
import { RecoveryModule } from './recovery/recovery.module.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { SecondFactorRemovalsModule } from './second-factor-removals/second-factor-removals.module.js';
import { SecondFactorSettingsModule } from './second-factor-settings/second-factor-settings.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { UnsubscribeModule } from './unsubscribe/unsubscribe.module.js';

/** Accounts, profiles, sessions, tokens and settings. */
@Module({})
export class AppModule {
  static forRoot(config: AuthConfig, clock = new Clock()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot(bus, config, clock),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        CoreModule.forRoot(config),
        // auth calls messaging before a push, so that a message that was read is not pushed.
        RpcClientModule,
        SessionsModule,
        AccountsModule,
        ProfilesModule,
        DevicesModule,
        EmailTokensModule,
        EmailChangesModule,
        MailModule,
        NoticesModule,
        UnsubscribeModule,
        PushModule,
        RecoveryModule,
        SettingsModule,
        SecondFactorModule,
        SecondFactorSettingsModule,
        SecondFactorRemovalsModule,
        PasskeysModule,
        ExportsModule,
      ],
      providers: [AuthSweeper],
    };
  }
}
