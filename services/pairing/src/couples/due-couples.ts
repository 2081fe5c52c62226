import { type Clock, type Jobs, type Log, PeriodicJob, type Transactions, type UnitOfWork } from '@duet/service-kit';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { Couple, CoupleMember } from './couple.entity.js';
import { DUE_BATCH, type DueCouple, type selectDueCouples } from './couple.queries.js';

/** Milliseconds between two checks. */
export const CHECK_EVERY = 30_000;

const START: DueCouple = { coupleId: '00000000-0000-0000-0000-000000000000', at: '-infinity' };

/** One kind of reminder: its statement and its periodic job. */
interface Watched {
  selectDue: ReturnType<typeof selectDueCouples>;
  job: string;
}

/** Reminds due couples one after the other, every half minute on one replica. */
export abstract class DueCouples implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  protected constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly people: PeopleService,
    protected readonly clock: Clock,
    private readonly log: Log,
    private readonly watched: Watched,
    jobs: Jobs,
  ) {
    this.periodic = jobs.periodic(watched.job, CHECK_EVERY, () => this.remindDueCouples());
  }

  /**
   * Reminds one couple. Its members and the couple are locked. Check again that it is due: another replica may have
   * been faster.
   */
  protected abstract remind(unit: UnitOfWork, couple: Couple, people: Person[]): Promise<void>;

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Runs one check now. */
  look(): Promise<void> {
    return this.periodic.run();
  }

  private async remindDueCouples(): Promise<void> {
    for (let place: DueCouple | undefined = START; place && !this.periodic.isStopped;) {
      const due: DueCouple[] = await this.watched.selectDue(this.database, [
        this.clock.now(),
        place.at,
        place.coupleId,
      ]);
      for (const { coupleId } of due) {
        if (this.periodic.isStopped) return;
        await this.remindCouple(coupleId).catch((cause: unknown) =>
          this.log.warn({ err: cause, coupleId, job: this.watched.job }, 'reminder failed'),
        );
      }
      place = due.length === DUE_BATCH ? due.at(-1) : undefined;
    }
  }

  private remindCouple(coupleId: string): Promise<void> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const members = await tx.findBy(CoupleMember, { coupleId });
      // All transactions lock people before their couple.
      const people = await this.people.lockPeople(
        tx,
        members.map(({ userId }) => userId),
      );
      const couple = await tx.findOne(Couple, { where: { id: coupleId }, lock: { mode: 'for_no_key_update' } });
      if (couple) await this.remind(unit, couple, [...people.values()]);
    });
  }
}
