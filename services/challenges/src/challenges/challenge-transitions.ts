import { Clock, Jobs, type PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChallengeChanges } from './challenge-changes.js';
import { Challenge } from './challenge.entity.js';

const EVERY = 60_000;

/** Rows of one step, well inside a statement's time. */
const STEP = 100;

/**
 * Applies due transitions to challenges: proposals and overdue ones expire, due dates pass, pauses end. Reads check the
 * time themselves, so nothing that a person sees depends on when this runs. Challenges of an ended couple wait for its
 * return.
 */
@Injectable()
export class ChallengeTransitions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ChallengeChanges) private readonly changes: ChallengeChanges,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('challenge-clock', EVERY, () => this.run());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Applies all transitions that are due. */
  async run(): Promise<void> {
    await this.periodic.repeat(() => this.passSome());
  }

  /** @returns whether there may be more to do */
  private async passSome(): Promise<boolean> {
    const due = await this.database.manager
      .createQueryBuilder(Challenge, 'c')
      .select('c.id', 'id')
      .innerJoin('c.couple', 'couple', 'couple.active')
      .where('c.turns_at <= :now', { now: this.clock.now() })
      .orderBy('c.turns_at')
      .limit(STEP)
      .getRawMany<{ id: string }>();
    await this.changes.passAll(due.map(({ id }) => id));
    return due.length === STEP;
  }
}
