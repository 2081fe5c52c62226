import { Clock, Jobs, LOGGER, type Log, type PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import { WishChanges } from './wish-changes.js';
import { lapsedSince } from './wish-states.js';
import { Wish } from './wish.entity.js';

const EVERY = 60_000;

/**
 * Gives the points of redeemed wishes back when their time is over. Reads check the time themselves, so nothing that a
 * person sees depends on when this runs. Wishes of an ended couple wait for its return.
 */
@Injectable()
export class WishTransitions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(WishChanges) private readonly changes: WishChanges,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('wish-clock', EVERY, () => this.run());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Ends all wishes whose time is over. */
  async run(): Promise<void> {
    await this.periodic.forEach(
      (after, limit) => this.readDue(after, limit),
      (wish) => this.changes.lapseIfDue(wish),
      (cause, { id }) => this.log.warn({ err: cause, wishId: id }, 'wish transition failed'),
    );
  }

  /** @param after the last id of the page before */
  private readDue(after: string, take: number): Promise<Wish[]> {
    const redeemedAt = LessThanOrEqual(lapsedSince(this.clock.now()));
    return this.database.manager.find(Wish, {
      select: { id: true, coupleId: true },
      where: { id: MoreThan(after), status: 'redeemed', redeemedAt, couple: { active: true } },
      order: { id: 'ASC' },
      take,
    });
  }
}
