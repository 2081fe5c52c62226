import type { Actor, RecoveryCodes, SecondFactorSetup, SecondFactorView } from '@duet/contracts';
import { Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { requireProvedAddress } from '../users/proved-address.js';
import { User } from '../users/user.entity.js';
import type { SecurityChange } from '../mail/security-mails.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';

/** Turns the second factor on and off. This requires the password and is announced by mail. */
@Injectable()
export class SecondFactorSettings {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(SecondFactorService) private readonly factors: SecondFactorService,
    @Inject(MailQueue) private readonly mails: MailQueue,
  ) {}

  get(actor: Actor): Promise<SecondFactorView> {
    return this.factors.get(actor);
  }

  /** @throws AppError WRONG_PASSWORD, EMAIL_UNVERIFIED, SECOND_FACTOR_ON */
  setUp(actor: Actor, password: string): Promise<SecondFactorSetup> {
    return this.withPassword(actor, password, ({ tx }, user) => {
      requireProvedAddress(user);
      return this.factors.begin(tx, user);
    });
  }

  /** @throws AppError UNAUTHENTICATED, CODE_INVALID, EMAIL_UNVERIFIED, SECOND_FACTOR_OFF, SECOND_FACTOR_ON */
  async enable(actor: Actor, code: string): Promise<RecoveryCodes> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const user = await this.accounts.lockOpen(tx, actor);
      requireProvedAddress(user);
      const made = await this.factors.enable(tx, user.id, code);
      await this.mailOwner(unit, user, 'second-factor-on');
      return made;
    });
  }

  /** @throws AppError WRONG_PASSWORD, SECOND_FACTOR_OFF */
  renewCodes(actor: Actor, password: string): Promise<RecoveryCodes> {
    return this.withPassword(actor, password, async (unit, user) => {
      const codes = await this.factors.renewCodes(unit.tx, user.id);
      await this.mailOwner(unit, user, 'recovery-codes-renewed');
      return codes;
    });
  }

  /** @throws AppError WRONG_PASSWORD */
  async disable(actor: Actor, password: string): Promise<void> {
    await this.withPassword(actor, password, async (unit, user) => {
      if (await this.factors.disable(unit.tx, user.id)) await this.mailOwner(unit, user, 'second-factor-off');
    });
  }

  private async withPassword<Result>(
    actor: Actor,
    password: string,
    work: (unit: UnitOfWork, user: User) => Promise<Result>,
  ): Promise<Result> {
    const proved = await this.accounts.provePassword(actor, password);
    return this.transactions.run(async (unit) => work(unit, await this.accounts.lockProved(unit.tx, proved)));
  }

  private mailOwner(unit: UnitOfWork, user: User, about: SecurityChange): Promise<void> {
    return this.mails.queueMail(unit, 'security', user.emailKey, { about });
  }
}
