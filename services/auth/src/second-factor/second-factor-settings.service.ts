import type { Actor, RecoveryCodes, SecondFactorSetup, SecondFactorView } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { User } from '../accounts/user.entity.js';
import type { SecurityChange } from '../mail/mail-composer.js';
import { MailQueue } from '../mail/mail-queue.js';
import { MailWorker } from '../mail/mail-worker.js';
import { SecondFactorService } from './second-factor.service.js';

/** Turning the second factor on and off: with the password, and never without a mail that says so. */
@Injectable()
export class SecondFactorSettings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(SecondFactorService) private readonly factors: SecondFactorService,
    @Inject(MailQueue) private readonly mails: MailQueue,
    @Inject(MailWorker) private readonly mailWorker: MailWorker,
  ) {}

  get(actor: Actor): Promise<SecondFactorView> {
    return this.factors.get(actor);
  }

  /** @throws AppError WRONG_PASSWORD, SECOND_FACTOR_ON */
  setUp(actor: Actor, password: string): Promise<SecondFactorSetup> {
    return this.withPassword(actor, password, (tx, user) => this.factors.begin(tx, user));
  }

  /** @throws AppError CODE_INVALID, SECOND_FACTOR_OFF, SECOND_FACTOR_ON */
  async enable({ userId }: Actor, code: string): Promise<RecoveryCodes> {
    const codes = await this.database.transaction(async (tx) => {
      const user = await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw new AppError('USER_NOT_FOUND');
      const made = await this.factors.enable(tx, userId, code);
      await this.tell(tx, user, 'second-factor-on');
      return made;
    });
    this.mailWorker.kick();
    return codes;
  }

  /** @throws AppError WRONG_PASSWORD, SECOND_FACTOR_OFF */
  renewCodes(actor: Actor, password: string): Promise<RecoveryCodes> {
    return this.withPassword(actor, password, async (tx, user) => {
      const codes = await this.factors.renewCodes(tx, user.id);
      await this.tell(tx, user, 'recovery-codes-renewed');
      return codes;
    });
  }

  /** @throws AppError WRONG_PASSWORD */
  async disable(actor: Actor, password: string): Promise<void> {
    await this.withPassword(actor, password, async (tx, user) => {
      if (await this.factors.disable(tx, user.id)) await this.tell(tx, user, 'second-factor-off');
    });
  }

  private async withPassword<Result>(actor: Actor, password: string, work: (tx: Tx, user: User) => Promise<Result>): Promise<Result> {
    const proved = await this.accounts.provePassword(actor, password);
    const result = await this.database.transaction(async (tx) => work(tx, await this.accounts.lockProved(tx, proved)));
    this.mailWorker.kick();
    return result;
  }

  private tell(tx: Tx, user: User, about: SecurityChange): Promise<void> {
    return this.mails.add(tx, 'security', user.emailKey, { about });
  }
}
