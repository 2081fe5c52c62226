import { type ChallengeView, type CompleteStepByIdDto, type StepIdDto, FIELD_TEXTS } from '@duet/contracts';
import { fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { AwardsService } from '../awards/awards.service.js';
import { ChallengeChanges, type LockedChallenge } from '../challenges/challenge-changes.js';
import { challengeView } from '../challenges/challenge.view.js';
import { carriesFiles, fileRows } from '../challenges/proof-files.js';
import { type LoadedPart, type LoadedStep, isComplete, isDoneBy } from '../challenges/progress.js';
import { StepFile } from '../challenges/step-file.entity.js';
import { StepPart } from '../challenges/step-part.entity.js';
import { isFor, skipAskedBy } from '../challenges/step-states.js';
import { Step } from '../challenges/step.entity.js';

const NO_SKIP_REQUEST = { skipAskedBy: null, skipAskedAt: null };

/** The actions of the couple on the steps of a challenge. */
@Injectable()
export class StepsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ChallengeChanges) private readonly changes: ChallengeChanges,
    @Inject(AwardsService) private readonly awards: AwardsService,
  ) {}

  /**
   * Completing again under the same `clientId` answers with the challenge as it is.
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, STEP_NOT_FOUND, CHALLENGE_STATE, NOT_YOURS, ALREADY_DONE,
   * STEP_NOT_OPEN, FILE_TYPE_UNSUPPORTED, TOO_MANY_FILES, VALIDATION_FAILED
   */
  async complete(
    userId: string,
    { id, stepId, text, clientId, attachments = [] }: CompleteStepByIdDto,
  ): Promise<ChallengeView> {
    const situation = await this.changes.run(userId, id, async (locked) => {
      const step = locked.step(stepId);
      const own = step.parts.find((part) => part.userId === userId);
      if (own && clientId !== undefined && own.clientId === clientId) return null;
      locked.permitStep('complete', step);
      const words = text === undefined || text === '' ? null : text;
      if (step.proof === 'text' && words === null) throw fieldError('text', FIELD_TEXTS.textRequired);
      if (carriesFiles(step.proof) && words === null && attachments.length === 0)
        throw fieldError('files', FIELD_TEXTS.proofRequired);
      const files = fileRows(step.proof, { stepId, userId }, attachments);
      await this.addPart(locked, step, { text: words, clientId: clientId ?? null, files });
      return { action: 'step_completed', completedPart: step, files: { added: files.map((file) => file.id) } };
    });
    return challengeView(situation);
  }

  /**
   * Undoing a step of which the caller has done nothing answers with the challenge as it is.
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, STEP_NOT_FOUND, CHALLENGE_STATE, NOT_YOURS
   */
  async undo(userId: string, { id, stepId }: StepIdDto): Promise<ChallengeView> {
    const situation = await this.changes.run(userId, id, async (locked) => {
      const step = locked.step(stepId);
      if (isFor(step, userId) && !isDoneBy(step, userId)) return null;
      locked.permitStep('undo', step);
      const { tx } = locked.unit;
      await tx.delete(StepPart, { stepId, userId });
      const own = step.parts.filter((part) => part.userId === userId);
      const removed = own.flatMap((part) => part.files.map((file) => file.id));
      step.parts = step.parts.filter((part) => part.userId !== userId);
      if (!isComplete(step)) await this.awards.stepUndone(tx, locked.member.coupleId, id, stepId);
      return { action: 'step_undone', files: { removed } };
    });
    return challengeView(situation);
  }

  /**
   * Skipping a skipped step answers with the challenge as it is.
   * @throws AppError NO_PARTNER, CHALLENGE_NOT_FOUND, STEP_NOT_FOUND, CHALLENGE_STATE, ALREADY_DONE
   */
  async skip(userId: string, { id, stepId }: StepIdDto): Promise<ChallengeView> {
    const situation = await this.changes.run(userId, id, async (locked) => {
      const step = locked.step(stepId);
      const askedBy = skipAskedBy(step, locked.now);
      if (step.skipped || askedBy === userId) return null;
      locked.permitStep('skip', step);
      const columns =
        askedBy === null ? { skipAskedBy: userId, skipAskedAt: locked.now } : { ...NO_SKIP_REQUEST, skipped: true };
      await locked.unit.tx.update(Step, { id: stepId }, columns);
      Object.assign(step, columns);
      return { action: askedBy === null ? 'step_skip_asked' : 'step_skipped' };
    });
    return challengeView(situation);
  }

  /** Those of these files that a proof refers to. */
  async usedFiles(ids: readonly string[]): Promise<string[]> {
    return (await this.database.manager.findBy(StepFile, { id: In(ids) })).map(({ id }) => id);
  }

  private async addPart(
    { unit: { tx }, challenge, viewerId: userId, now }: LockedChallenge,
    step: LoadedStep,
    { text, clientId, files }: Pick<LoadedPart, 'text' | 'clientId' | 'files'>,
  ): Promise<void> {
    const part = Object.assign(new StepPart(), { stepId: step.id, userId, clientId, text, doneAt: now });
    await tx.insert(StepPart, part);
    await tx.insert(StepFile, files);
    step.parts.push(Object.assign(part, { files }));
    if (!isComplete(step)) return;
    await this.awards.stepCompleted(tx, challenge.coupleId, challenge.id, step.id);
    if (step.skipAskedBy === null) return;
    await tx.update(Step, { id: step.id }, NO_SKIP_REQUEST);
    Object.assign(step, NO_SKIP_REQUEST);
  }
}
