import { type Clock, DatabaseModule, KitModule, domainClock } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { AwardsModule } from './awards/awards.module.js';
import { bus } from './bus.js';
import { ChallengesModule } from './challenges/challenges.module.js';
import type { ChallengesConfig } from './config.js';
import { options } from './data-source.js';
import { ExportsModule } from './exports/exports.module.js';
import { GoalsModule } from './goals/goals.module.js';
import { KeepsakesModule } from './keepsakes/keepsakes.module.js';
import { ListsModule } from './lists/lists.module.js';
import { MembershipModule } from './membership/membership.module.js';
import { StepsModule } from './steps/steps.module.js';
import { StoriesModule } from './stories/stories.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { WishesModule } from './wishes/wishes.module.js';

/** Challenges for two, their templates, points and badges; goals, wishes, stories and lists. */
@Module({})
export class AppModule {
  static forRoot(config: ChallengesConfig, clock: Clock = domainClock(config)): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot(bus, config, clock),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        MembershipModule,
        TemplatesModule,
        ChallengesModule,
        StepsModule,
        KeepsakesModule,
        AwardsModule,
        GoalsModule,
        ListsModule,
        StoriesModule,
        WishesModule,
        ExportsModule,
      ],
    };
  }
}
