import { accountUpdated } from '@duet/contracts';
import { Clock, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { User } from '../users/user.entity.js';
import { emailKey } from '../users/user.names.js';

/** Records which addresses the mail server refuses, and pushes the change to their owners' devices. */
@Injectable()
export class RefusedAddresses {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Marks the account's address or its requested new one; an address that is neither any more is left alone. */
  async mark(accountKey: string, address: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const user = await tx.findOne(User, { where: { emailKey: accountKey }, lock: { mode: 'pessimistic_write' } });
      if (!user) return;
      const at = this.clock.now();
      if (emailKey(address) === user.emailKey) await tx.update(User, { id: user.id }, { emailRefusedAt: at });
      else if (address === user.pendingEmail) await tx.update(User, { id: user.id }, { pendingEmailRefusedAt: at });
      else return;
      unit.push(accountUpdated, { userId: user.id });
    });
  }
}
