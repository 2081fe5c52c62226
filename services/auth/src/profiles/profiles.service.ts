import { type AccountView, type Actor, type UpdateProfileDto, userProfileChanged } from '@duet/contracts';
import { AppError, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { tidyName, usernameKey } from '../accounts/user.names.js';
import { refuseTaken } from '../accounts/user.taken.js';
import { accountView, personFact } from '../accounts/user.view.js';

/** What a person shows of themselves. */
@Injectable()
export class ProfilesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** @throws AppError USER_NOT_FOUND */
  async get(actor: Actor): Promise<AccountView> {
    const user = await this.database.manager.findOneBy(User, { id: actor.userId });
    if (!user) throw new AppError('USER_NOT_FOUND');
    return accountView(user);
  }

  /** Changes what is given and leaves the rest. @throws AppError USER_NOT_FOUND, USERNAME_TAKEN */
  async update(actor: Actor, dto: UpdateProfileDto): Promise<AccountView> {
    const user = await this.database.transaction((tx) => this.change(tx, actor.userId, dto)).catch(refuseTaken);
    this.outbox.kick();
    return accountView(user);
  }

  private async change(tx: Tx, id: string, dto: UpdateProfileDto): Promise<User> {
    const user = await tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!user) throw new AppError('USER_NOT_FOUND');
    const wanted = {
      firstName: tidyName(dto.firstName ?? user.firstName),
      lastName: tidyName(dto.lastName ?? user.lastName),
      username: dto.username ?? user.username,
      bio: dto.bio ?? user.bio,
    };
    const same = wanted.firstName === user.firstName && wanted.lastName === user.lastName && wanted.username === user.username && wanted.bio === user.bio;
    if (same) return user;
    const changed = { ...user, ...wanted, usernameKey: usernameKey(wanted.username), version: user.version + 1 };
    await tx.update(User, { id }, { ...wanted, usernameKey: changed.usernameKey, version: changed.version });
    await this.outbox.add(tx, userProfileChanged, id, personFact(changed));
    return changed;
  }
}
