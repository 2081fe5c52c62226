import { type BadgeId, LIMITS } from '@duet/contracts';
import { Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Award } from './award.entity.js';
import { Badge } from './badge.entity.js';

/** How often something must have happened for a badge. */
export interface Figures {
  capsules: number;
  reveals: number;
  rhythm: number;
  challenges: number;
  daysTogether: number;
  stories: number;
}

const THRESHOLDS: Record<BadgeId, [figure: keyof Figures, least: number]> = {
  capsule_first: ['capsules', 1],
  reveal_first: ['reveals', 1],
  rhythm_7: ['rhythm', 7],
  rhythm_30: ['rhythm', 30],
  rhythm_100: ['rhythm', 100],
  challenges_1: ['challenges', 1],
  challenges_10: ['challenges', 10],
  challenges_50: ['challenges', 50],
  together_100: ['daysTogether', 100],
  together_365: ['daysTogether', 365],
  together_1000: ['daysTogether', 1000],
  story_finished: ['stories', 1],
};

const BADGE_IDS = Object.keys(THRESHOLDS) as BadgeId[];

const stepKey = (challengeId: string, stepId: string): string => `challenge:${challengeId}:step:${stepId}`;

/** Points and badges of a couple. Each is given once: its key is unique. */
@Injectable()
export class AwardsService {
  constructor(@Inject(Clock) private readonly clock: Clock) {}

  async stepCompleted(tx: Tx, coupleId: string, challengeId: string, stepId: string): Promise<void> {
    await this.give(tx, coupleId, stepKey(challengeId, stepId), 'step', LIMITS.stepPoints);
  }

  /** Takes the points of an undone step back. */
  async stepUndone(tx: Tx, coupleId: string, challengeId: string, stepId: string): Promise<void> {
    await tx.delete(Award, { coupleId, key: stepKey(challengeId, stepId) });
  }

  /** @returns the badge that came with it, if one did */
  async challengeCompleted(tx: Tx, coupleId: string, challengeId: string): Promise<BadgeId | undefined> {
    await this.give(tx, coupleId, `challenge:${challengeId}`, 'challenge', LIMITS.challengePoints);
    const given = await this.giveBadges(tx, coupleId, { challenges: await this.completedChallenges(tx, coupleId) });
    return given.at(-1);
  }

  async dailyRevealed(tx: Tx, coupleId: string, day: string): Promise<void> {
    await this.give(tx, coupleId, `daily:${day}`, 'daily', LIMITS.dailyPoints);
  }

  /** Completed challenges that ever counted, also those that the couple has deleted. */
  completedChallenges(tx: Tx, coupleId: string): Promise<number> {
    return tx.countBy(Award, { coupleId, kind: 'challenge' });
  }

  async points(tx: Tx, coupleId: string): Promise<number> {
    return (await tx.sum(Award, 'points', { coupleId })) ?? 0;
  }

  /** Gives what these figures earn. @returns the badges that are new */
  async giveBadges(tx: Tx, coupleId: string, figures: Partial<Figures>): Promise<BadgeId[]> {
    const earned = BADGE_IDS.filter((id) => {
      const [figure, least] = THRESHOLDS[id];
      return (figures[figure] ?? 0) >= least;
    });
    const known = new Set((await tx.findBy(Badge, { coupleId })).map(({ id }) => id));
    const fresh = earned.filter((id) => !known.has(id));
    const earnedAt = this.clock.now();
    const rows = fresh.map((id) => ({ coupleId, id, earnedAt }));
    if (rows.length > 0) await tx.createQueryBuilder().insert().into(Badge).values(rows).orIgnore().execute();
    return fresh;
  }

  private async give(tx: Tx, coupleId: string, key: string, kind: Award['kind'], points: number): Promise<void> {
    const row = { coupleId, key, kind, points, at: this.clock.now() };
    await tx.createQueryBuilder().insert().into(Award).values(row).orIgnore().execute();
  }
}
