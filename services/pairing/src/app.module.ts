import { type Clock, DatabaseModule, KitModule, RpcClientModule, domainClock } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { ActivitiesModule } from './activities/activities.module.js';
import { AnnouncementsModule } from './announcements/announcements.module.js';
import { BlocksModule } from './blocks/blocks.module.js';
import { bus } from './bus.js';
import type { PairingConfig } from './config.js';
import { CouplesModule } from './couples/couples.module.js';
import { DailyQuestionsModule } from './daily-questions/daily-questions.module.js';
import { options } from './data-source.js';
import { DatesModule } from './dates/dates.module.js';
import { InvitesModule } from './invites/invites.module.js';
import { LinkingModule } from './linking/linking.module.js';
import { MoodsModule } from './moods/moods.module.js';
import { NicknamesModule } from './nicknames/nicknames.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { NudgesModule } from './nudges/nudges.module.js';
import { PeopleModule } from './people/people.module.js';
import { RecordsModule } from './records/records.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { PairingSweeper } from './sweeping/pairing-sweeper.js';

/** Partners and everything between them: requests, invites, couples, blocks, dates, daily questions, notifications. */
@Module({})
export class AppModule {
  static forRoot(config: PairingConfig, clock: Clock = domainClock(config)): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot(bus, config, clock),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        // Reports ask messaging for the words that they name.
        RpcClientModule,
        NotificationsModule,
        PeopleModule,
        BlocksModule,
        CouplesModule,
        RequestsModule,
        InvitesModule,
        LinkingModule,
        ActivitiesModule,
        AnnouncementsModule,
        DatesModule,
        DailyQuestionsModule,
        NicknamesModule,
        NudgesModule,
        MoodsModule,
        RecordsModule,
        ReportsModule.forRoot(config),
      ],
      providers: [PairingSweeper],
    };
  }
}
