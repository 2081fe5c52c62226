import { isDeepStrictEqual } from 'node:util';
import {
  type Actor,
  type Settings,
  type SettingsChange,
  type SettingsSaved,
  mergeSettings,
  userProfileChanged,
} from '@duet/contracts';
import { AppError, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { User } from '../users/user.entity.js';
import { personSnapshot, settingsOf, sharedSettings } from '../users/user.view.js';

/** Reads and changes a person's settings. */
@Injectable()
export class SettingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
  ) {}

  /** @throws AppError USER_NOT_FOUND */
  async getSettings(actor: Pick<Actor, 'userId'>): Promise<Settings> {
    const user = await this.database.manager.findOneBy(User, { id: actor.userId });
    if (!user) throw new AppError('USER_NOT_FOUND');
    return settingsOf(user);
  }

  /** Merges a change. Publishes an event only if it changes settings that other services act on. @throws AppError USER_NOT_FOUND */
  updateSettings(actor: Actor, change: SettingsChange): Promise<SettingsSaved> {
    return this.changeSettings(actor.userId, change);
  }

  /** Does the same for a person whom a link in a mail names. @throws AppError USER_NOT_FOUND */
  async changeSettings(userId: string, change: SettingsChange): Promise<SettingsSaved> {
    return this.transactions.run(async (unit) => {
      const user = await unit.tx.findOne(User, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw new AppError('USER_NOT_FOUND');
      const current = settingsOf(user);
      const next = mergeSettings(current, change);
      const isShared = !isDeepStrictEqual(sharedSettings(next), sharedSettings(current));
      const changed = { ...user, settings: next, version: user.version + (isShared ? 1 : 0) };
      await unit.tx.update(User, { id: user.id }, { settings: next, version: changed.version });
      if (isShared) await unit.record(userProfileChanged, user.id, personSnapshot(changed));
      return { settings: next, published: isShared ? { userId: user.id, version: changed.version } : null };
    });
  }
}
