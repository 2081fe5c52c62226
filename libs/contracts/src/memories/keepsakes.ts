import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsUUID, ValidateNested } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { LIMITS } from '../core/limits.js';
import { CopiedFileDto } from '../media/files.js';

export class PlanKeepsakeDto {
  @IsUUID()
  challengeId!: string;
}

/** The copies of files that a keepsake needs first. */
export interface KeepsakePlan {
  /** The id that the keepsake gets, or has. */
  capsuleId: string;
  /** Empty when the keepsake exists. */
  fileIds: string[];
}

export class KeepChallengeDto extends PlanKeepsakeDto {
  /** As planned. */
  @IsUUID()
  capsuleId!: string;

  /** The copies that media has made. */
  @IsArray()
  @ArrayMaxSize(LIMITS.keepsakeFiles)
  @ValidateNested({ each: true })
  @Type(() => CopiedFileDto)
  attachments!: CopiedFileDto[];
}

/** The keepsake of a challenge. */
export interface ChallengeKept {
  capsuleId: string;
  /** Copies that it refers to: none of a press that came second. */
  fileIds: string[];
}

const errors = ['NO_PARTNER', 'CHALLENGE_NOT_FOUND', 'CHALLENGE_STATE', 'TOO_MANY_CAPSULES'] as const;

/** Returns the files of a completed challenge that media has to copy before `keepChallenge`. */
export const planKeepsake = defineRpc({
  subject: 'memories.keepsake.plan',
  access: 'user',
  request: PlanKeepsakeDto,
  returns: returns<KeepsakePlan>(),
  errors,
});

/** Makes the one keepsake of a completed challenge, from its revealed proofs. */
export const keepChallenge = defineRpc({
  subject: 'memories.keepsake.make',
  access: 'user',
  request: KeepChallengeDto,
  returns: returns<ChallengeKept>(),
  errors,
});
