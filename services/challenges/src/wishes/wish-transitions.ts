import { Clock, Jobs, type PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { WishChanges } from './wish-changes.js';
import { lapsedSince } from './wish-states.js';
import { Wish } from './wish.entity.js';

const EVERY = 60_000;

/** Rows of one step, well inside a statement's time. */
const STEP = 100;

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
    await this.periodic.repeat(() => this.lapseSome());
  }

  /** @returns whether there may be more to do */
  private async lapseSome(): Promise<boolean> {
    const redeemedAt = LessThanOrEqual(lapsedSince(this.clock.now()));
    const due = await this.database.manager.find(Wish, {
      select: { id: true, coupleId: true, redeemedAt: true },
      where: { status: 'redeemed', redeemedAt, couple: { active: true } },
      order: { redeemedAt: 'ASC' },
      take: STEP,
    });
    await this.changes.lapseAll(due);
    return due.length === STEP;
  }
}
