import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsUUID, ValidateIf, ValidateNested } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { LIMITS } from '../core/limits.js';
import { whenGiven } from '../core/validators.js';
import { CopiedFileDto } from '../media/files.js';
import type { KeepsakePlan } from './keepsakes.js';

export class PlanStoryKeepsakeDto {
  @IsUUID()
  sessionId!: string;
}

/** The previous build plans nothing and keeps words alone. */
export class KeepStoryDto extends PlanStoryKeepsakeDto {
  /** As planned. */
  @ValidateIf(whenGiven)
  @IsUUID()
  capsuleId?: string;

  /** The copies that media has made. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.keepsakeFiles)
  @ValidateNested({ each: true })
  @Type(() => CopiedFileDto)
  attachments?: CopiedFileDto[];
}

/** The keepsake of a story. */
export interface StoryKept {
  capsuleId: string;
  /** Copies that it refers to: none of a press that came second. */
  fileIds: string[];
}

const errors = ['NO_PARTNER', 'PART_HIDDEN', 'STORY_NOT_FOUND', 'STORY_STATE', 'TOO_MANY_CAPSULES'] as const;

/** Returns the photos of a finished story that media has to copy before `keepStory`. */
export const planStoryKeepsake = defineRpc({
  subject: 'memories.story-keepsake.plan',
  access: 'user',
  request: PlanStoryKeepsakeDto,
  returns: returns<KeepsakePlan>(),
  errors,
});

/** Makes the one keepsake of a finished story: its ending, and what each chose, wrote and showed on the way. */
export const keepStory = defineRpc({
  subject: 'memories.story-keepsake.make',
  access: 'user',
  request: KeepStoryDto,
  returns: returns<StoryKept>(),
  errors,
});
