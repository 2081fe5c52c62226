import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsISO8601, IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { LIMITS } from '../core/limits.js';
import type { EntityFileKind } from '../media/files.js';
import { ChallengeIdDto } from './inputs.js';
import type { ChallengeView } from './views.js';

/** A file of a proof; media has its bytes, as a file of the challenge. */
export interface KeepsakeFile {
  id: string;
  kind: EntityFileKind;
}

/** One person's part of a step, which both may read. */
export interface KeepsakePart {
  stepId: string;
  /** The title of the step. */
  step: string;
  author: string;
  text: string | null;
  doneAt: string;
  files: KeepsakeFile[];
}

/** A completed challenge. */
export interface FinishedChallenge {
  challengeId: string;
  title: string;
  completedAt: string;
}

/** A completed challenge as its keepsake shows it, in the order of the steps. An unrevealed proof is not in it. */
export interface KeepsakeSource extends FinishedChallenge {
  coupleId: string;
  parts: KeepsakePart[];
}

export interface FinishedChallenges {
  coupleId: string;
  /** All that match; `challenges` has the latest twelve. */
  count: number;
  challenges: FinishedChallenge[];
}

export class KeepsakeSourceDto {
  /** The person who makes the keepsake. */
  @IsUUID()
  userId!: string;

  @IsUUID()
  challengeId!: string;
}

export class YearChallengesDto {
  @IsUUID()
  userId!: string;

  /** Instants, `[from, to)`. */
  @IsISO8601({ strict: true })
  from!: string;

  @IsISO8601({ strict: true })
  to!: string;
}

export class FinishedChallengesDto {
  @IsUUID()
  userId!: string;

  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(LIMITS.yearChallenges)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  challengeIds!: string[];
}

export class RecordKeepsakeDto extends ChallengeIdDto {
  @IsUUID()
  capsuleId!: string;
}

/** Returns the part of a completed challenge that both may read. Only memories makes this call. */
export const getKeepsakeSource = defineRpc({
  subject: 'challenges.keepsake.source',
  access: 'process',
  request: KeepsakeSourceDto,
  returns: returns<KeepsakeSource>(),
  errors: ['NO_PARTNER', 'CHALLENGE_NOT_FOUND', 'CHALLENGE_STATE'],
});

/** Returns the challenges that the couple completed in a year. Only memories makes this call. */
export const listYearChallenges = defineRpc({
  subject: 'challenges.challenge.year',
  access: 'process',
  request: YearChallengesDto,
  returns: returns<FinishedChallenges>(),
  errors: ['NO_PARTNER'],
});

/** Returns those of these challenges that the couple has completed. Only memories makes this call. */
export const listFinishedChallenges = defineRpc({
  subject: 'challenges.challenge.finished',
  access: 'process',
  request: FinishedChallengesDto,
  returns: returns<FinishedChallenges>(),
  errors: ['NO_PARTNER'],
});

/** Stores which keepsake was made of a challenge. The gateway asks memories for it first. */
export const recordKeepsake = defineRpc({
  subject: 'challenges.keepsake.record',
  access: 'user',
  request: RecordKeepsakeDto,
  returns: returns<ChallengeView>(),
  errors: ['NO_PARTNER', 'CHALLENGE_NOT_FOUND', 'CHALLENGE_STATE', 'NOT_YOURS'],
});
