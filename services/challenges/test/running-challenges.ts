import { randomUUID } from 'node:crypto';
import {
  type ChallengeStage,
  type ChallengeStepDto,
  type ChallengeView,
  type HiddenParts,
  type PersonSnapshot,
  type ProposeChallengeDto,
  challengeProgressed,
  challengesSettled,
  coupleLinked,
  coupleUnlinked,
  listChallenges,
  proposeChallenge,
  respondToChallenge,
} from '@duet/contracts';
import { createService, migrate } from '@duet/service-kit';
import { RunningService, type TestUser, eventually, startService } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { ChallengeTransitions } from '../src/challenges/challenge-transitions.js';
import { DueReminders } from '../src/challenges/due-reminders.js';
import { ChallengesConfig } from '../src/config.js';
import { options } from '../src/data-source.js';
import { WishTransitions } from '../src/wishes/wish-transitions.js';

/** A step that either does, unless `more` says otherwise. */
export const stepOf = (more: Partial<ChallengeStepDto> = {}): ChallengeStepDto => ({
  title: 'Take a walk',
  type: 'do',
  who: 'either',
  proof: 'none',
  reveal: 'at_once',
  ...more,
});

/** A step of both whose answers wait for each other. */
export const secretStep = (more: Partial<ChallengeStepDto> = {}): ChallengeStepDto =>
  stepOf({ title: 'What do you like?', type: 'answer', who: 'both', proof: 'text', reveal: 'when_both', ...more });

/** Proposes two steps that either does. */
export const propose = (user: TestUser, more: Partial<ProposeChallengeDto> = {}): Promise<ChallengeView> =>
  user.call(proposeChallenge, {
    title: 'A week outside',
    category: 'adventure',
    steps: [stepOf(), stepOf({ title: 'Watch the stars' })],
    clientId: randomUUID(),
    ...more,
  });

/** A challenge that the other has accepted. */
export async function running(
  proposer: TestUser,
  other: TestUser,
  more: Partial<ProposeChallengeDto> = {},
): Promise<ChallengeView> {
  const { _id: id } = await propose(proposer, more);
  return other.call(respondToChallenge, { id, action: 'accept' });
}

/** Two replicas of challenges on real stores, with the couples that it knows. */
export class RunningChallenges extends RunningService<INestMicroservice> {
  static async start(): Promise<RunningChallenges> {
    const started = await startService({
      service: 'challenges',
      migrate: (url) => migrate(options(url)),
      start: async ({ settings, clock }) => {
        const config = Object.assign(new ChallengesConfig(), settings);
        const app = await createService(AppModule.forRoot(config, clock), 'challenges', config);
        await app.listen();
        return app;
      },
      replicas: 2,
      dataSource: (app) => app.get(DataSource),
    });
    return new RunningChallenges(started);
  }

  /** Two users whose link has reached challenges. */
  async couple(timezone = 'UTC'): Promise<[ada: TestUser, bob: TestUser, coupleId: string]> {
    const [ada, bob] = [this.user({ firstName: 'Ada' }), this.user({ firstName: 'Bob' })];
    const coupleId = randomUUID();
    const linkedAt = this.clock.now().toISOString();
    const members: [PersonSnapshot, PersonSnapshot] = [ada.snapshot, bob.snapshot];
    // A replica that has just started may not have created the stream yet.
    await eventually(() =>
      this.bus.publish(coupleLinked, coupleId, { coupleId, members, linkedAt, timezone, version: 1 }),
    );
    await eventually(() => this.bus.call(challengesSettled, { coupleId, version: 1 }));
    return [ada, bob, coupleId];
  }

  async unlink(ada: TestUser, bob: TestUser, coupleId: string): Promise<void> {
    const endedAt = this.clock.now().toISOString();
    await this.bus.publish(coupleUnlinked, coupleId, { coupleId, members: [ada.id, bob.id], endedAt, version: 2 });
    await eventually(async () => expect(await ada.refusal(listChallenges, {})).toMatchObject({ code: 'NO_PARTNER' }));
  }

  /** Links the couple again under a newer version. */
  async relink(ada: TestUser, bob: TestUser, coupleId: string, version: number, hidden?: HiddenParts): Promise<void> {
    const linkedAt = this.clock.now().toISOString();
    const members: [PersonSnapshot, PersonSnapshot] = [ada.snapshot, bob.snapshot];
    await this.bus.publish(coupleLinked, coupleId, {
      ...{ coupleId, members, linkedAt, timezone: 'UTC', version },
      ...(hidden && { hidden }),
    });
    await eventually(() => this.bus.call(challengesSettled, { coupleId, version }));
  }

  /** Both replicas look for due reminders at once. */
  remind(): void {
    for (const app of this.replicas) app.get(DueReminders, { strict: false }).kick();
  }

  /** The stages of this challenge that other services learned of, in order. */
  async stagesOf({ _id }: ChallengeView): Promise<[stage: ChallengeStage, actorId: string | null][]> {
    const all = await this.bus.events(challengeProgressed);
    return all
      .filter(({ challengeId }) => challengeId === _id)
      .map((event) => {
        // Ids only: its copies outlive the challenge.
        expect(Object.keys(event).toSorted()).toEqual(['actorId', 'challengeId', 'coupleId', 'stage']);
        return [event.stage, event.actorId];
      });
  }

  /** Stops the clock of both replicas at this instant; the database keeps its own time. */
  itIs(now: string): void {
    this.clock.stop(new Date(now));
  }

  /** Runs the minute jobs on both replicas at once. */
  async passMinute(): Promise<void> {
    const jobs = [ChallengeTransitions, WishTransitions];
    await Promise.all(this.replicas.flatMap((app) => jobs.map((job) => app.get(job, { strict: false }).run())));
  }
}
