import { isDeepStrictEqual } from 'node:util';
import { type Actor, type Settings, type SettingsChange, type SettingsSaved, mergeSettings, userProfileChanged } from '@duet/contracts';
import { AppError, Outbox } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { personFact, settingsOf, told } from '../accounts/user.view.js';

/** What a person has configured. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** @throws AppError USER_NOT_FOUND */
  async get(actor: Actor): Promise<Settings> {
    const user = await this.database.manager.findOneBy(User, { id: actor.userId });
    if (!user) throw new AppError('USER_NOT_FOUND');
    return settingsOf(user);
  }

  /** Merges a change; others learn of it only when it changes what they act on. @throws AppError USER_NOT_FOUND */
  async update(actor: Actor, change: SettingsChange): Promise<SettingsSaved> {
    const saved = await this.database.transaction(async (tx) => {
      const user = await tx.findOne(User, { where: { id: actor.userId }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw new AppError('USER_NOT_FOUND');
      const held = settingsOf(user);
      const next = mergeSettings(held, change);
      const visible = !isDeepStrictEqual(told(next), told(held));
      const changed = { ...user, settings: next, version: user.version + (visible ? 1 : 0) };
      await tx.update(User, { id: user.id }, { settings: next, version: changed.version });
      if (visible) await this.outbox.add(tx, userProfileChanged, user.id, personFact(changed));
      return { settings: next, told: visible ? { userId: user.id, version: changed.version } : null };
    });
    this.outbox.kick();
    return saved;
  }
}
