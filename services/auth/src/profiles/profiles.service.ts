import { type AccountView, type Actor, type BioView, type UpdateProfileDto, userProfileChanged } from '@duet/contracts';
import { AppError, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../users/user.entity.js';
import { tidyName, usernameKey } from '../users/user.names.js';
import { refuseTaken } from '../users/user.taken.js';
import { accountView, personSnapshot } from '../users/user.view.js';
import { readAccount } from './account.queries.js';

/** Reads and changes a person's profile. */
@Injectable()
export class ProfilesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
  ) {}

  /** @throws AppError USER_NOT_FOUND */
  async getProfile(actor: Actor): Promise<AccountView> {
    const [account] = await readAccount(this.database, [actor.userId]);
    if (!account) throw new AppError('USER_NOT_FOUND');
    return accountView(account);
  }

  /** @throws AppError USER_NOT_FOUND */
  async findBio(userId: string): Promise<BioView> {
    const user = await this.database.manager.findOne(User, { where: { id: userId }, select: { id: true, bio: true } });
    if (!user) throw new AppError('USER_NOT_FOUND');
    return { bio: user.bio };
  }

  /** Changes the given fields and leaves the others. @throws AppError USER_NOT_FOUND, USERNAME_TAKEN */
  async updateProfile(actor: Actor, dto: UpdateProfileDto): Promise<AccountView> {
    const user = await this.transactions.run((unit) => this.change(unit, actor.userId, dto)).catch(refuseTaken);
    return accountView(user);
  }

  private async change(unit: UnitOfWork, id: string, dto: UpdateProfileDto): Promise<User> {
    const user = await unit.tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!user) throw new AppError('USER_NOT_FOUND');
    const wanted = {
      firstName: tidyName(dto.firstName ?? user.firstName),
      lastName: tidyName(dto.lastName ?? user.lastName),
      username: dto.username ?? user.username,
      bio: dto.bio ?? user.bio,
    };
    const same =
      wanted.firstName === user.firstName &&
      wanted.lastName === user.lastName &&
      wanted.username === user.username &&
      wanted.bio === user.bio;
    if (same) return user;
    const changed = { ...user, ...wanted, usernameKey: usernameKey(wanted.username), version: user.version + 1 };
    await unit.tx.update(User, { id }, { ...wanted, usernameKey: changed.usernameKey, version: changed.version });
    await unit.record(userProfileChanged, id, personSnapshot(changed));
    return changed;
  }
}
