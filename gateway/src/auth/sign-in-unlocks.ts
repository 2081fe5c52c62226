import { type EventEnvelope, signInUnlocked } from '@duet/contracts';
import { Bus, LIVE_CONTROL_SUBJECT, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Subscription } from '@nats-io/transport-node';
import { RateLimits } from '../limits/rate-limits.js';
import { LOGIN_ALARM, LOGIN_DEVICE, LOGIN_STRANGER } from './auth.limits.js';

/** Clears the counters of wrong passwords when an operator unlocks an account. The replicas share them, so one of several is enough. */
@Injectable()
export class SignInUnlocks implements OnApplicationBootstrap, OnApplicationShutdown {
  private subscription: Subscription | undefined;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.subscription = this.bus.listen(
      LIVE_CONTROL_SUBJECT,
      (batch: readonly EventEnvelope<{ account: string }>[]) => {
        for (const { name, payload } of batch) if (name === signInUnlocked.name) void this.clear(payload.account);
      },
    );
  }

  onApplicationShutdown(): void {
    this.subscription?.unsubscribe();
  }

  private async clear(account: string): Promise<void> {
    try {
      for (const limit of [LOGIN_STRANGER, LOGIN_DEVICE, LOGIN_ALARM]) await this.limits.clearField(limit, account);
      this.log.info('sign-in counters cleared');
    } catch (cause) {
      this.log.error({ err: cause }, 'sign-in counters not cleared');
    }
  }
}
