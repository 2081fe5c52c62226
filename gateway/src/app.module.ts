import { ErrorFilter, KitModule, RpcClientModule, domainClock } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ActivityModule } from './activity/activity.module.js';
import { AuthModule } from './auth/auth.module.js';
import { bus } from './bus.js';
import { CapsulesModule } from './capsules/capsules.module.js';
import { ChallengesModule } from './challenges/challenges.module.js';
import type { GatewayConfig } from './config.js';
import { CoreModule } from './core.module.js';
import { DailyQuestionModule } from './daily-question/daily-question.module.js';
import { GoalsModule } from './goals/goals.module.js';
import { ListsModule } from './lists/lists.module.js';
import { DeadlineInterceptor } from './http/deadline.interceptor.js';
import { InputPipe } from './http/validation.pipe.js';
import { LimitsModule } from './limits/limits.module.js';
import { RateLimitGuard } from './limits/rate-limit.guard.js';
import { MediaModule } from './media/media.module.js';
import { MemoriesModule } from './memories/memories.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { MoodsModule } from './moods/moods.module.js';
import { NudgesModule } from './nudges/nudges.module.js';
import { PartnersModule } from './partners/partners.module.js';
import { JwtStrategy } from './session/jwt.strategy.js';
import { SearchModule } from './search/search.module.js';
import { SessionGuard } from './session/session.guard.js';
import { StatsModule } from './stats/stats.module.js';
import { StoriesModule } from './stories/stories.module.js';
import { UsersModule } from './users/users.module.js';
import { WishesModule } from './wishes/wishes.module.js';

/** The HTTP edge: it authenticates, validates and limits calls, forwards them to services and stores no data. */
@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot(bus, config, domainClock(config)),
        CoreModule.forRoot(config),
        RpcClientModule,
        LimitsModule.forRoot(config.REDIS_URL),
        PassportModule,
        AuthModule,
        UsersModule,
        PartnersModule,
        NotificationsModule,
        ActivityModule,
        NudgesModule,
        MoodsModule,
        DailyQuestionModule,
        StatsModule,
        MessagesModule,
        MemoriesModule,
        CapsulesModule,
        ChallengesModule,
        GoalsModule,
        ListsModule,
        StoriesModule,
        WishesModule,
        SearchModule,
        MediaModule.forRoot(config.MEDIA_URL),
      ],
      controllers: [],
      providers: [
        JwtStrategy,
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: DeadlineInterceptor },
      ],
    };
  }
}
