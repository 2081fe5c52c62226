import { randomUUID } from 'node:crypto';
import {
  type CapsuleProgressed,
  type CapsuleView,
  type CreateCapsuleDto,
  type PersonSnapshot,
  capsuleProgressed,
  coupleLinked,
  coupleUnlinked,
  createCapsule,
  listCapsules,
  memoriesSettled,
} from '@duet/contracts';
import { createService, migrate } from '@duet/service-kit';
import { RunningService, type TestUser, eventually, startService } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { CapsuleReminders } from '../src/capsules/capsule-reminders.js';
import { CapsuleTransitions } from '../src/capsules/capsule-transitions.js';
import { MemoriesConfig } from '../src/config.js';
import { options } from '../src/data-source.js';

/** Creates a timed capsule that opens in a year, unless `more` says otherwise. */
export function bury(user: TestUser, more: Partial<CreateCapsuleDto> = {}): Promise<CapsuleView> {
  const capsule = { title: 'For later', kind: 'timed', unlockAt: '2027-11-22', unlockTz: 'UTC' } as const;
  return user.call(createCapsule, { ...capsule, clientId: randomUUID(), ...more });
}

/** Creates an album. */
export const album = (user: TestUser, more: Partial<CreateCapsuleDto> = {}): Promise<CapsuleView> =>
  user.call(createCapsule, { title: 'Our trip', kind: 'keepsake', clientId: randomUUID(), ...more });

/** Two replicas of memories on real stores, with the couples that it knows. */
export class RunningMemories extends RunningService<INestMicroservice> {
  static async start(): Promise<RunningMemories> {
    const started = await startService({
      service: 'memories',
      migrate: (url) => migrate(options(url)),
      start: async ({ settings, clock }) => {
        const config = Object.assign(new MemoriesConfig(), settings);
        const app = await createService(AppModule.forRoot(config, clock), 'memories', config);
        await app.listen();
        return app;
      },
      replicas: 2,
      dataSource: (app) => app.get(DataSource),
    });
    return new RunningMemories(started);
  }

  /** Two users whose link has reached memories. */
  async couple(timezone = 'UTC'): Promise<[ada: TestUser, bob: TestUser, coupleId: string]> {
    const [ada, bob] = [this.user({ firstName: 'Ada' }), this.user({ firstName: 'Bob' })];
    const coupleId = randomUUID();
    const linkedAt = this.clock.now().toISOString();
    const members: [PersonSnapshot, PersonSnapshot] = [ada.snapshot, bob.snapshot];
    // A replica that has just started may not have created the stream yet.
    await eventually(() =>
      this.bus.publish(coupleLinked, coupleId, { coupleId, members, linkedAt, timezone, version: 1 }),
    );
    await eventually(() => this.bus.call(memoriesSettled, { coupleId, version: 1 }));
    return [ada, bob, coupleId];
  }

  async unlink(ada: TestUser, bob: TestUser, coupleId: string, version = 2): Promise<void> {
    const endedAt = this.clock.now().toISOString();
    await this.bus.publish(coupleUnlinked, coupleId, { coupleId, members: [ada.id, bob.id], endedAt, version });
    await eventually(async () => expect(await ada.refusal(listCapsules, {})).toMatchObject({ code: 'NO_PARTNER' }));
  }

  /** Stops the clock of both replicas at this instant; the database keeps its own time. */
  itIs(now: string): void {
    this.clock.stop(new Date(now));
  }

  /** Both replicas look for due reminders at once. */
  remind(): void {
    for (const app of this.replicas) app.get(CapsuleReminders, { strict: false }).kick();
  }

  /** The stages of capsules of these couples that other services learned of, in order, without the couple's id. */
  async stages(...coupleIds: string[]): Promise<Omit<CapsuleProgressed, 'coupleId'>[]> {
    const all = await this.bus.events(capsuleProgressed);
    return all
      .filter(({ coupleId }) => coupleIds.includes(coupleId))
      .map(({ capsuleId, kind, step, actorId }) => ({ capsuleId, kind, step, actorId }));
  }

  /** Links the couple again under a newer version. */
  async relink(ada: TestUser, bob: TestUser, coupleId: string, version: number): Promise<void> {
    const linkedAt = this.clock.now().toISOString();
    const members: [PersonSnapshot, PersonSnapshot] = [ada.snapshot, bob.snapshot];
    await this.bus.publish(coupleLinked, coupleId, { coupleId, members, linkedAt, timezone: 'UTC', version });
    await eventually(() => this.bus.call(memoriesSettled, { coupleId, version }));
  }

  /** Runs the minute job on both replicas at once. */
  async passMinute(): Promise<void> {
    await Promise.all(this.replicas.map((app) => app.get(CapsuleTransitions, { strict: false }).run()));
  }
}
