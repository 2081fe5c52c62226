import { IsIn, IsString, IsUUID, Matches, MaxLength, ValidateIf } from 'class-validator';
import { IdDto, SearchWordsDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { Trimmed, WholeNumber, whenGiven } from '../core/validators.js';

export class StorySessionIdDto extends IdDto {}

export class SearchStoriesDto extends SearchWordsDto {}

export class StartStoryDto {
  /** The same id is the same session: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

export class StartStoryByIdDto extends StartStoryDto {
  @IsString()
  @Matches(/^[a-z0-9-]+$/)
  @MaxLength(LIMITS.templateIdLength)
  templateId!: string;

  /** The days that the story speaks of, from pairing. */
  @ValidateIf(whenGiven)
  @WholeNumber(1)
  daysTogether?: number;
}

export const STORY_RESPONSES = ['accept', 'reject'] as const;

export class RespondToStoryDto {
  /** `accept` begins the story. `reject` declines it, takes the invitation back, or leaves the story. */
  @IsIn(STORY_RESPONSES)
  action!: (typeof STORY_RESPONSES)[number];
}

export class RespondToStoryByIdDto extends RespondToStoryDto {
  @IsUUID()
  id!: string;
}

/** A scene is read on without a choice; a choice has `choiceId`, a prompt `text`. */
export class ChooseInStoryDto {
  @IsString()
  @Matches(/^[a-z0-9-]+$/)
  @MaxLength(LIMITS.templateIdLength)
  nodeId!: string;

  @ValidateIf(whenGiven)
  @IsString()
  @MaxLength(LIMITS.templateIdLength)
  choiceId?: string;

  @ValidateIf(whenGiven)
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.storyLineLength)
  text?: string;

  /** The one that the choice was made on. */
  @WholeNumber(1)
  version!: number;
}

export class ChooseInStoryByIdDto extends ChooseInStoryDto {
  @IsUUID()
  id!: string;
}
