import { type AvatarChanged, avatarChanged, userProfileChanged } from '@duet/contracts';
import { OnFact, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from './user.entity.js';
import { personFact } from './user.view.js';

/** Makes a picture that media keeps part of the person, so that everybody who shows the person learns of it. */
@Injectable()
export class AvatarFacts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  @OnFact(avatarChanged)
  async changed(fact: AvatarChanged): Promise<void> {
    await this.database.transaction((tx) => this.take(tx, fact));
    this.outbox.kick();
  }

  /** A fact that is repeated, late, or about somebody who is gone changes nothing. */
  private async take(tx: Tx, { userId, avatar, version: avatarVersion }: AvatarChanged): Promise<void> {
    const user = await tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
    if (!user || user.avatarVersion >= avatarVersion) return;
    const changed: User = { ...user, avatar, avatarVersion, version: user.version + 1 };
    await tx.update(User, { id: userId }, { avatar, avatarVersion, version: changed.version });
    await this.outbox.add(tx, userProfileChanged, userId, personFact(changed));
  }
}
