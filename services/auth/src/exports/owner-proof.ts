import type { Actor, RequestExportDto } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { PasskeyProofs } from '../passkeys/passkey-proofs.service.js';
import { User } from '../users/user.entity.js';

/** Proves by password or passkey that the owner of the account is at the screen. */
@Injectable()
export class OwnerProof {
  constructor(
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(PasskeyProofs) private readonly passkeys: PasskeyProofs,
  ) {}

  /**
   * @returns a function that locks the account's row and refuses if the proof is no longer valid
   * @throws AppError WRONG_PASSWORD, PASSKEY_INVALID, PASSKEY_EXPIRED, PASSKEY_UNKNOWN; USER_NOT_FOUND
   */
  async prove(actor: Actor, { password = '', passkey }: RequestExportDto): Promise<(tx: Tx) => Promise<unknown>> {
    if (!passkey) {
      const proved = await this.accounts.provePassword(actor, password);
      return (tx) => this.accounts.lockProved(tx, proved);
    }
    await this.passkeys.confirm(actor, passkey);
    return async (tx) => {
      const user = await tx.findOne(User, { where: { id: actor.userId }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw new AppError('USER_NOT_FOUND');
    };
  }
}
