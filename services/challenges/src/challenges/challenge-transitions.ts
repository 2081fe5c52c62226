import { Clock, Jobs, LOGGER, type Log, type PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChallengeChanges } from './challenge-changes.js';
import { Challenge } from './challenge.entity.js';

const EVERY = 60_000;

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
    @Inject(LOGGER) private readonly log: Log,
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
    await this.periodic.forEach(
      (after, limit) => this.readDue(after, limit),
      ({ id }) => this.changes.passIfDue(id),
      (cause, { id }) => this.log.warn({ err: cause, challengeId: id }, 'challenge transition failed'),
    );
  }

  /** @param after the last id of the page before */
  private readDue(after: string, limit: number): Promise<{ id: string }[]> {
    return this.database.manager
      .createQueryBuilder(Challenge, 'c')
      .select('c.id', 'id')
      .innerJoin('c.couple', 'couple', 'couple.active')
      .where('c.turns_at <= :now AND c.id > :after', { now: this.clock.now(), after })
      .orderBy('c.id')
      .limit(limit)
      .getRawMany<{ id: string }>();
  }
}
