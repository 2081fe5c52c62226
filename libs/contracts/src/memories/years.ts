import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsOptional, IsUUID } from 'class-validator';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { FinishedChallenge } from '../challenges/keepsakes.js';
import { LIMITS } from '../core/limits.js';
import { WholeNumber } from '../core/validators.js';
import type { CapsuleView, KeptMessageView } from './views.js';

/** A message that a couple may choose for its year. */
export interface YearCandidate extends KeptMessageView {
  /** The year's first message with words. */
  isFirst: boolean;
}

/** A message with photos that a couple may choose for its year. It is kept with its files, as any message. */
export interface YearPhoto extends YearCandidate {
  /** Its first photo. */
  pictureId: string;
}

/** The days on which a keepsake is proposed: 31 December, and the day on which the couple began. Each has its own. */
export const YEAR_OCCASIONS = ['year_end', 'anniversary'] as const;
export type YearOccasion = (typeof YEAR_OCCASIONS)[number];

/** A keepsake of a year that the couple may make. */
export interface YearProposal {
  /** The year of the occasion. */
  year: number;
  /** Services of the build before propose without it. */
  occasion?: YearOccasion;
  /** The full years of the couple, on its anniversary alone. */
  yearsTogether?: number;
  /** Messages that the two sent, those deleted since included. */
  messages: number;
  /** Capsules that the two began. */
  memories: number;
  /** The first message, then those with the most reactions. */
  candidates: YearCandidate[];
  /** Messages with photos: those with the most reactions, then the first; none of the candidates. The previous build proposes none. */
  photos?: YearPhoto[];
  /** Challenges that the two completed. */
  challenges: number;
  /** The latest of them, at most twelve. */
  finished: FinishedChallenge[];
}

/** null on most days, once the keepsake of the occasion exists, and after "not this year". */
export interface OurYear {
  proposal: YearProposal | null;
}

export class DismissYearDto {
  /** This year or the last. */
  @WholeNumber(1900, 9999)
  year!: number;

  /** 31 December, unless given. */
  @IsOptional()
  @IsIn(YEAR_OCCASIONS)
  occasion?: YearOccasion;
}

export class KeepYearDto extends DismissYearDto {
  @IsArray()
  @ArrayMaxSize(LIMITS.yearMessages)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  messageIds!: string[];

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.yearChallenges)
  @ArrayUnique()
  @IsUUID(undefined, { each: true })
  challengeIds?: string[];
}

/** Proposes the keepsake of a year, on 31 December and on the anniversary. */
export const getOurYear = defineRpc({
  subject: 'memories.year.get',
  access: 'user',
  request: NoInput,
  returns: returns<OurYear>(),
  errors: ['NO_PARTNER'],
});

/** Puts messages and completed challenges into the couple's one keepsake of a year and occasion, which the first call creates. */
export const keepYear = defineRpc({
  subject: 'memories.year.keep',
  access: 'user',
  request: KeepYearDto,
  returns: returns<CapsuleView>(),
  errors: [
    'NO_PARTNER',
    'MESSAGE_NOT_FOUND',
    'CHALLENGE_NOT_FOUND',
    'CAPSULE_NOT_FOUND',
    'CAPSULE_SEALED',
    'CAPSULE_STATE',
    'TOO_MANY_CAPSULES',
    'TOO_MANY_CONTRIBUTIONS',
  ],
});

/** Proposes this year's occasion to the caller no more. The partner learns nothing of it. */
export const dismissYear = defineRpc({
  subject: 'memories.year.dismiss',
  access: 'user',
  request: DismissYearDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER'],
});
