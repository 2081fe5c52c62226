import { type Log, Recurring } from '@duet/service-kit';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Change, Changes } from '../changes/changes.js';
import type { Clock } from '../clock/clock.js';
import type { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { Couple, CoupleMember } from './couple.entity.js';

/** Milliseconds between two looks. */
export const LOOK_EVERY = 30_000;

const BATCH = 100;

interface Place {
  coupleId: string;
  at: string;
}

const START: Place = { coupleId: '00000000-0000-0000-0000-000000000000', at: '-infinity' };

/** The table with the instant at which each couple is due, under an index, and what the log says when it goes wrong. */
interface Watched {
  table: string;
  coupleId: string;
  at: string;
  late: string;
  failed: string;
}

/**
 * After the last one of the batch before: one that fails every time does not keep the others waiting. The instant goes
 * there and back as text, because a `Date` cuts it to milliseconds.
 */
const dueIn = ({ table, coupleId, at }: Watched): string => `
  SELECT ${coupleId} AS "coupleId", ${at}::text AS "at" FROM ${table}
  WHERE ${at} <= $1 AND (${at}, ${coupleId}) > ($2::timestamptz, $3::uuid) ORDER BY ${at}, ${coupleId} LIMIT ${BATCH}`;

/** Looks every half minute, on every replica, for the couples that are due, and reminds one after the other. */
export abstract class DueCouples implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring: Recurring;
  private stopped = false;

  protected constructor(
    private readonly database: DataSource,
    private readonly changes: Changes,
    private readonly people: PeopleService,
    protected readonly clock: Clock,
    private readonly log: Log,
    private readonly watched: Watched,
  ) {
    this.recurring = new Recurring(LOOK_EVERY, () => this.remindAll(), (cause) => this.log.warn({ err: cause }, watched.late));
  }

  /** Another replica may have been there meanwhile: the couple and its people are held, so look again whether it is due. */
  protected abstract remind(change: Change, couple: Couple, people: Person[]): Promise<void>;

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.recurring.stop();
  }

  look(): Promise<void> {
    return this.recurring.run();
  }

  private async remindAll(): Promise<void> {
    const query = dueIn(this.watched);
    for (let place: Place | undefined = START; place && !this.stopped; ) {
      const due: Place[] = await this.database.query(query, [this.clock.now(), place.at, place.coupleId]);
      for (const { coupleId } of due) {
        if (this.stopped) return;
        await this.hold(coupleId).catch((cause: unknown) => this.log.warn({ err: cause, coupleId }, this.watched.failed));
      }
      place = due.length === BATCH ? due.at(-1) : undefined;
    }
  }

  private hold(coupleId: string): Promise<void> {
    return this.changes.commit(async (change) => {
      const { tx } = change;
      const members = await tx.findBy(CoupleMember, { coupleId });
      // People first, then their couple: the order of all who hold both.
      const people = await this.people.hold(tx, members.map(({ userId }) => userId));
      const couple = await tx.findOne(Couple, { where: { id: coupleId }, lock: { mode: 'for_no_key_update' } });
      if (couple) await this.remind(change, couple, [...people.values()]);
    });
  }
}
