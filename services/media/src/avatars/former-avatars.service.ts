import { LOGGER, type Log, PeriodicJob, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import type { Avatar } from './avatar.entity.js';
import { objectsOf } from './avatar.objects.js';
import { FormerAvatar } from './former-avatar.entity.js';
import {
  BATCH,
  deleteByKey,
  deleteOfUser,
  postponeFormerAvatars,
  readDueFormerAvatars,
} from './former-avatar.queries.js';
import { RememberedPictures } from './remembered-pictures.js';

const CHECK_EVERY = 10_000;

/** Former avatars: ex-partners and blocked users see the picture as of the end of the relationship. Unused ones are deleted. */
@Injectable()
export class FormerAvatars implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(RememberedPictures) private readonly remembered: RememberedPictures,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(LOGGER) log: Log,
  ) {
    this.periodic = new PeriodicJob(
      CHECK_EVERY,
      () => this.periodic.repeat(() => this.release()),
      (cause) => log.warn({ err: cause }, 'former avatar check failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Retains a replaced or removed avatar, and checks after the commit whether it is in use. */
  async retain(unit: UnitOfWork, avatar: Pick<Avatar, 'userId' | 'key' | 'sealed'>): Promise<void> {
    if (avatar.key === null) return;
    await unit.tx.insert(FormerAvatar, { key: avatar.key, userId: avatar.userId, objects: objectsOf(avatar) });
    unit.onCommit(() => this.checkSoon());
  }

  /** Deletes all former avatars of an erased user, also those in use. */
  async erase(unit: UnitOfWork, userId: string): Promise<void> {
    await this.enqueue(unit, await deleteOfUser(unit.tx, [userId]));
  }

  /** Checks now. A run under way may have missed the new row, so another one follows; after a failure the next period tries again. */
  private checkSoon(): void {
    void this.periodic
      .run()
      .then(() => this.periodic.run())
      .catch(() => undefined);
  }

  /** @returns whether there may be more to do */
  private async release(): Promise<boolean> {
    const due = await readDueFormerAvatars(this.database);
    if (due.length === 0) return false;
    const keys = due.map(({ key }) => key);
    const used = await this.remembered.findUsed(due);
    const unused = keys.filter((key) => !used.includes(key));
    await this.transactions.run(async (unit) => {
      await postponeFormerAvatars(unit.tx, [used]);
      await this.enqueue(unit, await deleteByKey(unit.tx, [unused]));
    });
    return due.length === BATCH;
  }

  private async enqueue(unit: UnitOfWork, dropped: readonly { objects: string[] }[]): Promise<void> {
    await this.deletions.enqueueIn(
      unit,
      dropped.flatMap((one) => one.objects),
    );
  }
}
