import { type LoginDto, recogniseDevice, reportSignInAttempts } from '@duet/contracts';
import { AppError, type CallContext, LOGGER, type Log, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Countable } from '../limits/rate-key.js';
import { type Limit, RateLimits } from '../limits/rate-limits.js';
import { LOGIN_ALARM, LOGIN_DEVICE, LOGIN_STRANGER } from './auth.limits.js';

/** A counted sign-in attempt; its result is reported with `forgive` or `reportFailure`. */
export interface CountedTry {
  limit: Limit;
  call: Countable;
}

/**
 * Counts password attempts. A browser that has signed in to the account before has its own counter; all others share the
 * account's. A familiar IP address is never exempt, because attackers have addresses too.
 */
@Injectable()
export class LoginTries {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /** Counts one attempt, before the password is checked. @throws AppError RATE_LIMITED, or the error of the call to auth */
  async countTry(context: CallContext, { email }: LoginDto): Promise<CountedTry> {
    const device = context.client?.device;
    const known = device !== undefined && (await this.rpc.call(recogniseDevice, context, { email })).recognised;
    const counted = {
      limit: known ? LOGIN_DEVICE : LOGIN_STRANGER,
      call: { ip: context.client?.ip ?? '', device, body: { email } },
    };
    await this.limits.consume(counted.limit, counted.call);
    return counted;
  }

  /** Clears the counters of the attempt after a successful sign-in. */
  async forgive({ limit, call }: CountedTry): Promise<void> {
    await this.limits.forgive(limit, call);
  }

  /**
   * Reports many wrong passwords to auth. The caller does not wait, so that the answer takes equally long for an unknown
   * account.
   */
  reportFailure(context: CallContext, { call }: CountedTry, { email }: LoginDto, cause: unknown): void {
    if (!(cause instanceof AppError) || cause.code !== 'INVALID_CREDENTIALS') return;
    void this.limits
      .consume(LOGIN_ALARM, call)
      .catch((refusal: unknown) =>
        refusal instanceof AppError && refusal.code === 'RATE_LIMITED'
          ? this.rpc.call(reportSignInAttempts, context, { email })
          : undefined,
      )
      .catch((failure: unknown) => this.log.warn({ err: failure }, 'sign-in alarm report failed'));
  }
}
