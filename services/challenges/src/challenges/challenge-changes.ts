import {
  type ChallengeAction,
  type ChallengeChange,
  type ChallengeStage,
  type ChallengeUpdated,
  type StepAction,
  challengeCompleted,
  challengeProgressed,
  challengeStepCompleted,
  challengeUpdated,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AwardsService } from '../awards/awards.service.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { type FileChange, recordFileChange } from '../files/entity-files.js';
import { Challenge } from './challenge.entity.js';
import { type ChallengeSituation, requireChallengeAction, challengeStateOf, turnOf } from './challenge-states.js';
import { DueReminderPlan } from './due-reminder-plan.js';
import { fileIdsOf, ownerOf } from './proof-files.js';
import { passTime } from './passing-time.js';
import { type Loaded, type LoadedStep, isComplete, loadAll, pointsOf, progressOf } from './progress.js';
import { requireStepAction } from './step-states.js';
import { Step } from './step.entity.js';

/** The changes that are also stages of the notification list. */
const STAGES: Partial<Record<ChallengeChange, ChallengeStage>> = {
  proposed: 'proposed',
  accepted: 'accepted',
};

/** A challenge that this transaction has locked, and its member who acts. */
export interface LockedChallenge extends ChallengeSituation {
  unit: UnitOfWork;
  member: Membership;
  /** @returns whether there is something to do @throws AppError as `requireChallengeAction` does */
  permit: (action: ChallengeAction) => boolean;
  /** @throws AppError STEP_NOT_FOUND, and what `requireStepAction` throws */
  permitStep: (action: StepAction, step: LoadedStep) => void;
  /** @throws AppError STEP_NOT_FOUND */
  step: (stepId: string) => LoadedStep;
}

/** The change of the challenge's own row by a mutation. `null` changes nothing and announces nothing. */
export type ChallengeMutation = {
  columns?: Partial<Challenge>;
  action: ChallengeChange;
  /** The step that the actor's part belongs to, for a live update of its own. */
  completedPart?: LoadedStep;
  files?: FileChange;
} | null;

/**
 * Every change of a challenge: one transaction that locks the couple's row against its end and the challenge's row against
 * the other member's call, raises the version once and announces once.
 */
@Injectable()
export class ChallengeChanges {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(AwardsService) private readonly awards: AwardsService,
    @Inject(DueReminderPlan) private readonly reminders: DueReminderPlan,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * @param work changes rows beside the challenge's own, and what was loaded with them
   * @returns the challenge as it then is
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, and what `work` throws
   */
  async run(
    userId: string,
    challengeId: string,
    work: (locked: LockedChallenge) => Promise<ChallengeMutation>,
  ): Promise<ChallengeSituation> {
    return this.transactions.run(async (unit) => {
      const member = await this.couples.lockMembership(unit.tx, userId);
      const loaded = await this.lock(unit, challengeId, member.coupleId);
      if (!loaded) throw new AppError('CHALLENGE_NOT_FOUND');
      const situation: ChallengeSituation = { ...loaded, viewerId: userId, now: this.clock.now() };
      await this.pass(unit, loaded, situation.now);
      const change = await work({
        ...situation,
        unit,
        member,
        permit: (action) => requireChallengeAction(action, situation),
        permitStep: (action, step) => requireStepAction(action, { ...situation, step }),
        step: (stepId) => stepOf(loaded, stepId),
      });
      if (change) await this.save(unit, loaded, member, change);
      return situation;
    });
  }

  /** Applies the transitions of the challenge that are due: two replicas make one transition and one announcement. */
  async passIfDue(id: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const loaded = await this.lock(unit, id);
      if (loaded) await this.pass(unit, loaded, this.clock.now());
    });
  }

  /** Announces a voice note that became playable. A file that was removed meanwhile changes nothing. */
  async fileProcessed(challengeId: string, fileId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const loaded = await this.lock(unit, challengeId);
      if (!loaded || !fileIdsOf(loaded).includes(fileId)) return;
      await this.apply(unit, loaded.challenge, {});
      await this.announce(unit, loaded, 'proof_ready', null);
    });
  }

  /** Detaches a deleted keepsake. A challenge that has another, or is gone, stays as it is. */
  async forgetKeepsake(challengeId: string, capsuleId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const loaded = await this.lock(unit, challengeId);
      if (loaded?.challenge.capsuleId !== capsuleId) return;
      await this.apply(unit, loaded.challenge, { capsuleId: null });
      await this.announce(unit, loaded, 'keepsake', null);
    });
  }

  /** Announces a challenge that was just inserted. */
  async announceNew(unit: UnitOfWork, loaded: Loaded, userId: string): Promise<void> {
    await this.announce(unit, loaded, 'proposed', userId);
  }

  private async lock({ tx }: UnitOfWork, id: string, coupleId?: string): Promise<Loaded | undefined> {
    const challenge = await tx.findOne(Challenge, {
      where: { id, ...(coupleId !== undefined && { coupleId }) },
      lock: { mode: 'pessimistic_write' },
    });
    return challenge ? (await loadAll(tx, [challenge]))[0] : undefined;
  }

  /**
   * Several transitions may be due since the last read: each is announced, in order. A due date that passed causes a notice
   * only while it can still be extended.
   */
  private async pass(unit: UnitOfWork, loaded: Loaded, now: Date): Promise<void> {
    const before = challengeStateOf(loaded.challenge);
    for (let turn = passTime(loaded, now); turn !== null; turn = passTime(loaded, now)) {
      for (const { id, opensAt } of turn.openings) await unit.tx.update(Step, { id }, { opensAt });
      await this.apply(unit, loaded.challenge, turn.columns);
      await this.announce(unit, loaded, turn.action, null);
    }
    if (before !== 'overdue' && challengeStateOf(loaded.challenge) === 'overdue')
      await this.recordStage(unit, loaded.challenge, 'overdue', null);
  }

  private async save(
    unit: UnitOfWork,
    loaded: Loaded,
    member: Membership,
    { columns = {}, action, completedPart, files = {} }: NonNullable<ChallengeMutation>,
  ): Promise<void> {
    const { challenge } = loaded;
    const { done, total } = progressOf(loaded);
    const completes = (completedPart !== undefined || action === 'step_skipped') && done >= total;
    const completedAt = this.clock.now();
    const ended = { status: 'completed' as const, completedAt, overdueAt: null };
    const accessEpoch = challenge.accessEpoch + (files.removed?.length ? 1 : 0);
    await recordFileChange(unit, ownerOf(challenge), accessEpoch, files);
    await this.apply(unit, challenge, { ...columns, ...(completes && ended), accessEpoch });
    if (completedPart) await this.announceStep(unit, loaded, member, completedPart);
    else await this.announce(unit, loaded, action, member.userId);
    if (!completes) return;
    const { id: challengeId, coupleId, title, version } = challenge;
    await this.recordStage(unit, challenge, 'completed', member.userId);
    const badge = await this.awards.challengeCompleted(unit.tx, coupleId, challengeId);
    const completed = { challengeId, title, points: pointsOf(loaded), completedAt: completedAt.toISOString(), version };
    unit.push(challengeCompleted, { coupleId, completed: { ...completed, ...(badge && { badge }) } });
  }

  private async apply({ tx }: UnitOfWork, challenge: Challenge, columns: Partial<Challenge>): Promise<void> {
    Object.assign(challenge, columns, { version: challenge.version + 1, updatedAt: this.clock.now() });
    const { couple: _couple, ...row } = Object.assign(challenge, { turnsAt: turnOf(challenge) });
    await tx.update(Challenge, { id: challenge.id }, row);
    if ('status' in columns || 'dueAt' in columns) await this.reminders.plan(tx, challenge);
  }

  private async announceStep(unit: UnitOfWork, loaded: Loaded, member: Membership, step: LoadedStep): Promise<void> {
    const update = await this.updateOf(unit, loaded, 'step_completed', member.userId);
    const { challengeId, progress, version, by } = update;
    const user = by ?? { _id: member.userId, firstName: '' };
    const completed = { challengeId, stepId: step.id, user, stepComplete: isComplete(step), progress, version };
    const { coupleId, partnerId } = member;
    unit.push(challengeStepCompleted, { coupleId, partnerId, step: completed, update });
  }

  private async announce(
    unit: UnitOfWork,
    loaded: Loaded,
    action: ChallengeChange,
    userId: string | null,
  ): Promise<void> {
    const update = await this.updateOf(unit, loaded, action, userId);
    unit.push(challengeUpdated, { coupleId: loaded.challenge.coupleId, update });
    const stage = STAGES[action];
    if (stage) await this.recordStage(unit, loaded.challenge, stage, userId);
  }

  private async recordStage(
    unit: UnitOfWork,
    { coupleId, id: challengeId }: Challenge,
    stage: ChallengeStage,
    actorId: string | null,
  ): Promise<void> {
    await unit.record(challengeProgressed, coupleId, { coupleId, challengeId, stage, actorId });
  }

  private async updateOf(
    { tx }: UnitOfWork,
    loaded: Loaded,
    action: ChallengeChange,
    userId: string | null,
  ): Promise<ChallengeUpdated> {
    const { id: challengeId, status, version } = loaded.challenge;
    const by = userId === null ? {} : { by: { _id: userId, firstName: await this.couples.firstNameOf(tx, userId) } };
    return { challengeId, action, ...by, status, progress: progressOf(loaded), version };
  }
}

function stepOf({ steps }: Loaded, stepId: string): LoadedStep {
  const step = steps.find(({ id }) => id === stepId);
  if (!step) throw new AppError('STEP_NOT_FOUND');
  return step;
}
