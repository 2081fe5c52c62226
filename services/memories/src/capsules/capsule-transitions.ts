import { LIMITS, filesChanged, keepsakePurged, storyKeepsakePurged } from '@duet/contracts';
import { Clock, DAY, Jobs, LOGGER, type Log, type PeriodicJob, Transactions } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, IsNull, LessThan, LessThanOrEqual, MoreThan } from 'typeorm';
import { CapsuleChanges } from './capsule-changes.js';
import { Capsule } from './capsule.entity.js';
import { uploadedCover } from './capsule-covers.js';
import { fileIdsOf, ownerOf } from './contribution-files.js';

const EVERY = 60_000;

/**
 * Applies due transitions to capsules: sealed ones become ready, and the trash is emptied after 30 days. Reads check
 * the time themselves, so nothing that a person sees depends on when this runs. Sealed capsules of an ended couple wait
 * for its return: until then no notice of them would reach anybody.
 */
@Injectable()
export class CapsuleTransitions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('capsule-clock', EVERY, () => this.run());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Applies all transitions that are due. */
  async run(): Promise<void> {
    const unlockAt = LessThanOrEqual(this.clock.now());
    const unlocked = { status: 'sealed' as const, unlockAt, deletedAt: IsNull(), couple: { active: true } };
    await this.applyToEach('ripen', unlocked, (id) => this.changes.ripenIfDue(id));
    const before = this.clock.in(-LIMITS.capsuleTrashDays * DAY);
    await this.applyToEach('purge', { deletedAt: LessThan(before) }, (id) => this.purge(id, before));
  }

  private async applyToEach(
    transition: string,
    due: FindOptionsWhere<Capsule>,
    apply: (id: string) => Promise<void>,
  ): Promise<void> {
    await this.periodic.forEach(
      (after, take) =>
        this.database.manager.find(Capsule, {
          select: { id: true },
          where: { ...due, id: MoreThan(after) },
          order: { id: 'ASC' },
          take,
        }),
      ({ id }) => apply(id),
      (cause, { id }) => this.log.warn({ err: cause, capsuleId: id, transition }, 'capsule transition failed'),
    );
  }

  /** Deletes a capsule with its files, unless it was restored meanwhile. */
  private async purge(id: string, before: Date): Promise<void> {
    await this.transactions.run(async (unit) => {
      const where = { id, deletedAt: LessThan(before) };
      const capsule = await unit.tx.findOne(Capsule, { where, lock: { mode: 'pessimistic_write' } });
      if (!capsule) return;
      const removed = [...(await fileIdsOf(unit.tx, { capsuleId: id })), ...uploadedCover(capsule)];
      await unit.tx.delete(Capsule, { id });
      const { coupleId, challengeId, storyReadingId: sessionId } = capsule;
      if (challengeId !== null) await unit.record(keepsakePurged, coupleId, { coupleId, challengeId, capsuleId: id });
      if (sessionId !== null) await unit.record(storyKeepsakePurged, coupleId, { coupleId, sessionId, capsuleId: id });
      const accessEpoch = capsule.accessEpoch + 1;
      if (removed.length > 0)
        await unit.record(filesChanged, coupleId, { owner: ownerOf(capsule), accessEpoch, added: [], removed });
    });
  }
}
