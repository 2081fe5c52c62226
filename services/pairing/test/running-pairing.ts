import {
  type CapsuleProgressed,
  type EventEnvelope,
  type PersonSnapshot,
  capsuleProgressed,
  personSettled,
  respondToRequest,
  sendPartnerRequest,
  userRegistered,
} from '@duet/contracts';
import { createService, envelope, migrate } from '@duet/service-kit';
import { RunningService, TestUser, eventually, startService } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { CapsuleNotices } from '../src/announcements/capsule-notices.js';
import { PairingConfig } from '../src/config.js';
import { options } from '../src/data-source.js';
import { DailyReminders } from '../src/daily-questions/daily-reminders.js';
import { Reminders } from '../src/dates/reminders.js';
import { PairingSweeper } from '../src/sweeping/pairing-sweeper.js';

export { TestUser };

/** Seals the reports of the tests. */
export const REPORT_KEY = 'only-for-the-tests-of-pairing-and-no-more';

/** Two replicas of pairing on real stores, and functions that create people and couples. */
export class RunningPairing extends RunningService<INestMicroservice> {
  static async start(): Promise<RunningPairing> {
    const started = await startService({
      service: 'pairing',
      migrate: (url) => migrate(options(url)),
      start: async ({ settings, clock }) => {
        const config = Object.assign(new PairingConfig(), settings, { REPORT_KEY });
        const app = await createService(AppModule.forRoot(config, clock), 'pairing', config);
        await app.listen();
        return app;
      },
      replicas: 2,
      dataSource: (app) => app.get(DataSource),
    });
    return new RunningPairing(started);
  }

  /** A user whose registration has reached pairing. */
  async person(given: Partial<PersonSnapshot> = {}): Promise<TestUser> {
    const user = this.user(given);
    // A replica that has just started may not have created the stream yet.
    await eventually(() => this.bus.publish(userRegistered, user.id, user.snapshot));
    await eventually(() => this.bus.call(personSettled, { userId: user.id, version: user.snapshot.version }));
    return user;
  }

  people(count: number, given: Partial<PersonSnapshot> = {}): Promise<TestUser[]> {
    return Promise.all(Array.from({ length: count }, () => this.person(given)));
  }

  /** A user with a session, whose registration has not reached pairing. */
  stranger(given: Partial<PersonSnapshot> = {}): TestUser {
    return this.user(given);
  }

  /** Links two people as a couple in this time zone. */
  async couple(timezone = 'UTC', names: [string, string] = ['Ada', 'Bob']): Promise<[TestUser, TestUser]> {
    const [ada, bob] = [await this.person({ firstName: names[0] }), await this.person({ firstName: names[1] })];
    await this.link(ada, bob, timezone);
    return [ada, bob];
  }

  /** Links two people by a partner request. @returns the couple's id */
  async link(ada: TestUser, bob: TestUser, timezone = 'UTC'): Promise<string> {
    const { request } = await ada.call(sendPartnerRequest, { receiverId: bob.id });
    if (!request) throw new Error('no request was made');
    const { couple } = await bob.call(respondToRequest, { id: request.id, action: 'accept', timezone });
    if (!couple) throw new Error('no couple was made');
    return couple._id;
  }

  /** Stops the clock of both replicas at this instant; the database's clock goes on. */
  itIs(now: string): void {
    this.clock.stop(new Date(now));
  }

  /** Runs the periodic job of date reminders on both replicas at once. */
  async remind(): Promise<void> {
    await Promise.all(this.replicas.map((app) => app.get(Reminders, { strict: false }).look()));
  }

  /** Runs the periodic job of daily question reminders on both replicas at once. */
  async remindOfQuestions(): Promise<void> {
    await Promise.all(this.replicas.map((app) => app.get(DailyReminders, { strict: false }).look()));
  }

  /** Puts an instant of a row this interval into the past. */
  async makeOlder(table: string, column: string, id: string, interval: string): Promise<void> {
    await this.rows(
      `UPDATE ${table} SET ${column} = now() - $2::interval WHERE ${table === 'invites' ? 'code' : 'id'}::text = $1`,
      [id, interval],
    );
  }

  /** Counts the active couples of these people. */
  async activeCouples(...people: TestUser[]): Promise<number> {
    const [row] = await this.rows<{ count: number }>(
      'SELECT count(DISTINCT couple_id)::int AS count FROM couple_members WHERE active AND user_id = ANY($1)',
      [people.map(({ id }) => id)],
    );
    return row?.count ?? 0;
  }

  /** Delivers an event of a capsule to both replicas, under an id that they have handled or at an instant of its own. */
  async deliver(step: CapsuleProgressed, how: Partial<Pick<EventEnvelope, 'id' | 'at'>>): Promise<void> {
    const event = { ...envelope({ name: capsuleProgressed.name }, step.coupleId, step), ...how };
    await Promise.all(
      this.replicas.map((app) => app.get(CapsuleNotices, { strict: false }).onCapsuleProgressed(step, event)),
    );
  }

  /** Runs the sweeper on both replicas at once. */
  async sweep(): Promise<void> {
    await Promise.all(this.replicas.map((app) => app.get(PairingSweeper).sweep()));
  }
}
