import { DatabaseModule, KitModule } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { ActivitiesModule } from './activities/activities.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { ChangesModule } from './changes/changes.module.js';
import type { PairingConfig } from './config.js';
import { CouplesModule } from './couples/couples.module.js';
import { DailyQuestionsModule } from './daily-questions/daily-questions.module.js';
import { options } from './data-source.js';
import { DatesModule } from './dates/dates.module.js';
import { InvitesModule } from './invites/invites.module.js';
import { LinkingModule } from './linking/linking.module.js';
import { NicknamesModule } from './nicknames/nicknames.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PeopleModule } from './people/people.module.js';
import { RecordsModule } from './records/records.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { Sweeper } from './sweeper.js';

/** Who is whose partner: requests, invites, couples, blocks. */
@Module({})
export class AppModule {
  static forRoot(config: PairingConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot('pairing', config),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        ChangesModule,
        NotificationsModule,
        PeopleModule,
        BlocksModule,
        CouplesModule,
        RequestsModule,
        InvitesModule,
        LinkingModule,
        ActivitiesModule,
        DatesModule,
        DailyQuestionsModule,
        NicknamesModule,
        RecordsModule,
      ],
      providers: [Sweeper],
    };
  }
}
