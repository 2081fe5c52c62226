import { type AvatarChanged, avatarChanged, userProfileChanged } from '@duet/contracts';
import { OnEvent, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { User } from '../users/user.entity.js';
import { personSnapshot } from '../users/user.view.js';

/** Stores the address of a new avatar, which media stores, and publishes the changed profile. */
@Injectable()
export class AvatarEventHandlers {
  constructor(@Inject(Transactions) private readonly transactions: Transactions) {}

  @OnEvent(avatarChanged)
  async onAvatarChanged(event: AvatarChanged): Promise<void> {
    await this.transactions.run((unit) => this.applyAvatar(unit, event));
  }

  /** Ignores repeated and late events, and those about a deleted user. */
  private async applyAvatar(
    unit: UnitOfWork,
    { userId, avatar, version: avatarVersion }: AvatarChanged,
  ): Promise<void> {
    const user = await unit.tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user || user.avatarVersion >= avatarVersion) return;
    const changed: User = { ...user, avatar, avatarVersion, version: user.version + 1 };
    await unit.tx.update(User, { id: userId }, { avatar, avatarVersion, version: changed.version });
    await unit.record(userProfileChanged, userId, personSnapshot(changed));
  }
}
