import { type Clock, DatabaseModule, KitModule, domainClock } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { bus } from './bus.js';
import type { MessagingConfig } from './config.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { CouplesModule } from './couples/couples.module.js';
import { options } from './data-source.js';
import { DisappearingModule } from './disappearing/disappearing.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { KeepingModule } from './keeping/keeping.module.js';
import { MESSAGING_EVENTS } from './messages/message-group.queries.js';
import { LastSeenModule } from './last-seen/last-seen.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { OnThisDayModule } from './on-this-day/on-this-day.module.js';
import { OwnMarksModule } from './own-marks/own-marks.module.js';
import { PeopleModule } from './people/people.module.js';
import { PinsModule } from './pins/pins.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { PushedMessagesModule } from './pushed-messages/pushed-messages.module.js';
import { ReactionsModule } from './reactions/reactions.module.js';
import { ReadMarkersModule } from './read-markers/read-markers.module.js';
import { ReportingModule } from './reporting/reporting.module.js';
import { ScheduledModule } from './scheduled/scheduled.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';

/** The messaging service: conversations and all that belongs to them. */
@Module({})
export class AppModule {
  static forRoot(config: MessagingConfig, clock: Clock = domainClock(config)): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot(bus, config, clock),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL), MESSAGING_EVENTS),
        PeopleModule,
        ConversationsModule,
        CouplesModule,
        ErasureModule,
        MessagesModule,
        AttachmentsModule,
        ReactionsModule,
        ReadMarkersModule,
        LastSeenModule,
        PinsModule,
        OwnMarksModule,
        PreviewsModule,
        DisappearingModule,
        DraftsModule,
        ScheduledModule,
        OnThisDayModule,
        StatisticsModule,
        ExportsModule,
        PushedMessagesModule,
        KeepingModule,
        ReportingModule,
      ],
    };
  }
}
