import { LIMITS } from '@duet/contracts';
import { Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import { TrustEndings } from '../trust/trust-endings.service.js';
import { EmailChangeCancel } from './email-change-cancel.entity.js';
import { hashOfMailedToken, newMailedToken } from './mailed-token.js';

const LIFETIME = LIMITS.cancelTokenHours * 60 * 60_000;

/** Issues and checks the links with which the owner of the old address cancels an e-mail change. */
@Injectable()
export class EmailChangeCancels {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(TrustEndings) trust: TrustEndings,
  ) {
    trust.subscribe(async ({ tx }, { user }) => {
      await this.withdraw(tx, user.id);
    });
  }

  async issue(tx: Tx, userId: string): Promise<string> {
    const token = newMailedToken();
    await tx.insert(EmailChangeCancel, { hash: hashOfMailedToken(token), userId, expiresAt: this.clock.in(LIFETIME) });
    return token;
  }

  /** The user of a token, without using it; null when the token is not valid. */
  async findOwner(tx: Tx, token: string): Promise<string | null> {
    const found = await tx.findOneBy(EmailChangeCancel, {
      hash: hashOfMailedToken(token),
      expiresAt: MoreThan(this.clock.now()),
    });
    return found?.userId ?? null;
  }

  /** Deletes all links of the account. */
  async withdraw(tx: Tx, userId: string): Promise<void> {
    await tx.delete(EmailChangeCancel, { userId });
  }

  async sweep(): Promise<void> {
    await this.database.manager.delete(EmailChangeCancel, { expiresAt: LessThanOrEqual(this.clock.now()) });
  }
}
