import {
  type ChallengeView,
  type FinishedChallenge,
  type FinishedChallenges,
  type FinishedChallengesDto,
  type KeepsakeSource,
  LIMITS,
  type YearChallengesDto,
  keepsakePurged,
} from '@duet/contracts';
import { AppError, OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { And, DataSource, type FindOptionsWhere, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { ChallengeChanges } from '../challenges/challenge-changes.js';
import { Challenge } from '../challenges/challenge.entity.js';
import { challengeView } from '../challenges/challenge.view.js';
import { challengeWords, stepWords } from '../challenges/challenge-words.js';
import { isForBoth, loadAll } from '../challenges/progress.js';
import { CouplesService } from '../couples/couples.service.js';

/** Answers memories about completed challenges, and remembers which keepsake was made of one. */
@Injectable()
export class KeepsakesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ChallengeChanges) private readonly changes: ChallengeChanges,
  ) {}

  /** The part of a completed challenge that both may read. @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE */
  async source(userId: string, id: string): Promise<KeepsakeSource> {
    const { coupleId } = await this.couples.findMembership(userId);
    const { manager } = this.database;
    const challenge = await manager.findOneBy(Challenge, { id, coupleId });
    const [loaded] = challenge ? await loadAll(manager, [challenge]) : [];
    if (!challenge || !loaded) throw new AppError('CHALLENGE_NOT_FOUND');
    const { completedAt } = challenge;
    if (completedAt === null) throw new AppError('CHALLENGE_STATE');
    const parts = loaded.steps.filter(isForBoth).flatMap((step) =>
      step.parts.map(({ userId: author, text, doneAt, files }) => ({
        stepId: step.id,
        step: stepWords(challenge, step).title,
        author,
        text,
        doneAt: doneAt.toISOString(),
        files: files.map(({ id, kind }) => ({ id, kind })),
      })),
    );
    return { coupleId, ...finishedChallenge(challenge, completedAt), parts };
  }

  /** The challenges that the couple completed in a year, the latest first. @throws AppError NO_PARTNER */
  ofYear({ userId, from, to }: YearChallengesDto): Promise<FinishedChallenges> {
    return this.completed(userId, { completedAt: And(MoreThanOrEqual(new Date(from)), LessThan(new Date(to))) });
  }

  /** Those of these challenges that the couple has completed. @throws AppError NO_PARTNER */
  finished({ userId, challengeIds }: FinishedChallengesDto): Promise<FinishedChallenges> {
    return this.completed(userId, { id: In(challengeIds) });
  }

  /**
   * Recording the same keepsake again changes nothing.
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, CHALLENGE_STATE
   */
  async record(userId: string, id: string, capsuleId: string): Promise<ChallengeView> {
    const situation = await this.changes.run(userId, id, async ({ challenge, permit }) => {
      if (challenge.capsuleId === capsuleId) return null;
      permit('keep');
      return { columns: { capsuleId }, action: 'keepsake' };
    });
    return challengeView(situation);
  }

  /** The challenge can have another keepsake. */
  @OnEvent(keepsakePurged)
  async forget({ challengeId, capsuleId }: { challengeId: string; capsuleId: string }): Promise<void> {
    await this.changes.forgetKeepsake(challengeId, capsuleId);
  }

  private async completed(userId: string, where: FindOptionsWhere<Challenge>): Promise<FinishedChallenges> {
    const { coupleId } = await this.couples.findMembership(userId);
    const [rows, count] = await this.database.manager.findAndCount(Challenge, {
      where: { ...where, coupleId, status: 'completed' },
      order: { completedAt: 'DESC', id: 'DESC' },
      take: LIMITS.yearChallenges,
    });
    const challenges = rows.flatMap((row) => (row.completedAt ? [finishedChallenge(row, row.completedAt)] : []));
    return { coupleId, count, challenges };
  }
}

const finishedChallenge = (challenge: Challenge, completedAt: Date): FinishedChallenge => ({
  challengeId: challenge.id,
  title: challengeWords(challenge).title,
  completedAt: completedAt.toISOString(),
});
