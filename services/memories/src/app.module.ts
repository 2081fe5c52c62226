import { type Clock, DatabaseModule, KitModule, RpcClientModule, domainClock } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { bus } from './bus.js';
import { CapsulesModule } from './capsules/capsules.module.js';
import type { MemoriesConfig } from './config.js';
import { ContributionsModule } from './contributions/contributions.module.js';
import { options } from './data-source.js';
import { ExportsModule } from './exports/exports.module.js';
import { KeepingModule } from './keeping/keeping.module.js';
import { KeepsakesModule } from './keepsakes/keepsakes.module.js';
import { MembershipModule } from './membership/membership.module.js';
import { OnThisDayModule } from './on-this-day/on-this-day.module.js';
import { ResponsesModule } from './responses/responses.module.js';
import { RestitutionsModule } from './restitutions/restitutions.module.js';
import { SearchModule } from './search/search.module.js';
import { TimelineModule } from './timeline/timeline.module.js';
import { YearsModule } from './years/years.module.js';

/** Capsules for two: buried ones and albums. */
@Module({})
export class AppModule {
  static forRoot(config: MemoriesConfig, clock: Clock = domainClock(config)): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot(bus, config, clock),
        RpcClientModule,
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        MembershipModule,
        CapsulesModule,
        ContributionsModule,
        ResponsesModule,
        SearchModule,
        TimelineModule,
        OnThisDayModule,
        ExportsModule,
        RestitutionsModule,
        KeepingModule,
        KeepsakesModule,
        YearsModule,
      ],
    };
  }
}
