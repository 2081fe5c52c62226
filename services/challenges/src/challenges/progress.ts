import { type ChallengeProgress, LIMITS } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { In } from 'typeorm';
import type { Challenge } from './challenge.entity.js';
import { Reflection } from './reflection.entity.js';
import { StepFile } from './step-file.entity.js';
import { StepPart } from './step-part.entity.js';
import { Step } from './step.entity.js';

/** A part with its files, in their order. */
export interface LoadedPart extends StepPart {
  files: StepFile[];
}

export interface LoadedStep extends Step {
  parts: LoadedPart[];
}

/** A challenge with all that decides about it. */
export interface Loaded {
  challenge: Challenge;
  steps: LoadedStep[];
  reflections: Reflection[];
}

const partKey = ({ stepId, userId }: Pick<StepPart, 'stepId' | 'userId'>): string => `${stepId} ${userId}`;

/** Reads what belongs to these challenges, in their order. */
export async function loadAll(tx: Tx, challenges: readonly Challenge[]): Promise<Loaded[]> {
  const challengeId = In(challenges.map(({ id }) => id));
  const steps = await tx.find(Step, { where: { challengeId }, order: { position: 'ASC' } });
  const stepId = In(steps.map(({ id }) => id));
  const parts = await tx.find(StepPart, { where: { stepId }, order: { doneAt: 'ASC', userId: 'ASC' } });
  const files = await tx.find(StepFile, { where: { stepId }, order: { position: 'ASC' } });
  const reflections = await tx.find(Reflection, { where: { challengeId }, order: { at: 'ASC', userId: 'ASC' } });
  const filesOf = Map.groupBy(files, partKey);
  const loadedParts = parts.map((part) => Object.assign(part, { files: filesOf.get(partKey(part)) ?? [] }));
  const partsOf = Map.groupBy(loadedParts, (part) => part.stepId);
  const stepsOf = Map.groupBy(steps, (step) => step.challengeId);
  const reflectionsOf = Map.groupBy(reflections, (reflection) => reflection.challengeId);
  return challenges.map((challenge) => ({
    challenge,
    steps: (stepsOf.get(challenge.id) ?? []).map((step) => Object.assign(step, { parts: partsOf.get(step.id) ?? [] })),
    reflections: reflectionsOf.get(challenge.id) ?? [],
  }));
}

export const isDoneBy = ({ parts }: LoadedStep, userId: string): boolean =>
  parts.some((part) => part.userId === userId);

/** Complete when everybody in `who` is done. Only those take part, so their number decides. */
export const isComplete = ({ who, parts }: LoadedStep): boolean => parts.length >= (who === 'both' ? 2 : 1);

/** Whether these proofs wait for each other. The reader's own part reveals the other's. */
export const isHiddenFrom = (step: LoadedStep, part: StepPart, viewerId: string): boolean =>
  step.reveal === 'when_both' && part.userId !== viewerId && !isDoneBy(step, viewerId);

/** Whether both may read it: a proof that waited in vain for the other's stays its author's. */
export const isForBoth = (step: LoadedStep): boolean => step.reveal !== 'when_both' || isComplete(step);

/** Steps that have not been skipped. */
export const countedSteps = (steps: readonly LoadedStep[]): LoadedStep[] => steps.filter(({ skipped }) => !skipped);

export function progressOf({ challenge, steps }: Pick<Loaded, 'challenge' | 'steps'>): ChallengeProgress {
  const counted = countedSteps(steps);
  const total = Math.min(challenge.anyN ?? counted.length, counted.length);
  return { done: Math.min(counted.filter(isComplete).length, total), total };
}

/** The points that the challenge has given. */
export const pointsOf = (loaded: Loaded): number =>
  countedSteps(loaded.steps).filter(isComplete).length * LIMITS.stepPoints +
  (loaded.challenge.status === 'completed' ? LIMITS.challengePoints : 0);
