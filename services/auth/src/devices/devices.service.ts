import { createHash, randomBytes } from 'node:crypto';
import { type ClientInfo, LIMITS } from '@duet/contracts';
import { Clock, DAY, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { emailKey } from '../users/user.names.js';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { forgetOldestDevices } from './remembered-device.queries.js';
import { RememberedDevice } from './remembered-device.entity.js';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Remembers the browsers that have signed in to an account, each by a token in a cookie. */
@Injectable()
export class DevicesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(TrustEndings) trust: TrustEndings,
  ) {
    trust.subscribe(async ({ tx }, { user, keepSession }) => {
      await tx.delete(RememberedDevice, {
        userId: user.id,
        ...(keepSession !== null && { sessionId: Not(keepSession) }),
      });
    });
  }

  /**
   * Remembers the browser of a new session. Its token changes at each sign-in, for all accounts of the browser, so that a
   * token that an attacker planted there becomes useless.
   * @returns the browser's new token
   */
  async rememberDevice(tx: Tx, userId: string, sessionId: string, { device }: ClientInfo): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(token);
    if (device) await tx.update(RememberedDevice, { hash: hashOf(device) }, { hash });
    const row = {
      userId,
      hash,
      sessionId,
      signedInAt: this.clock.now(),
      expiresAt: this.clock.in(LIMITS.rememberedDeviceDays * DAY),
    };
    await tx.upsert(RememberedDevice, row, ['userId', 'hash']);
    await forgetOldestDevices(tx, [userId, LIMITS.rememberedDevices]);
    return token;
  }

  /** Whether the caller's browser has signed in to the account with that address. */
  async recognises(email: string, { device }: ClientInfo): Promise<boolean> {
    if (!device) return false;
    return this.database.manager.existsBy(RememberedDevice, {
      hash: hashOf(device),
      expiresAt: MoreThan(this.clock.now()),
      user: { emailKey: emailKey(email) },
    });
  }

  async sweep(): Promise<void> {
    await this.database.manager.delete(RememberedDevice, { expiresAt: LessThanOrEqual(this.clock.now()) });
  }
}
