import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IdDto, SearchWordsDto } from '../core/inputs.js';
import { LIMITS } from '../core/limits.js';
import { STORY_KEY, Trimmed, WholeNumber, whenGiven } from '../core/validators.js';
import { StagedFileDto } from '../media/files.js';

export class StoryReadingIdDto extends IdDto {}

export class SearchStoriesDto extends SearchWordsDto {}

export class StartStoryDto {
  /** The same id is the same reading: a repeated call answers with the first one's. */
  @IsUUID()
  clientId!: string;
}

export class StartStoryByIdDto extends StartStoryDto {
  @IsString()
  @Matches(STORY_KEY)
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

/** A scene is read on without a choice; a choice has `choiceId`, a prompt `text`, also where it takes a photo. */
export class ChooseInStoryDto {
  @IsString()
  @Matches(STORY_KEY)
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

/** The gateway fills `attachments` with the photo that media has stored. */
export class ChooseInStoryByIdDto extends ChooseInStoryDto {
  @IsUUID()
  id!: string;

  /** The same id is the same photo: it comes with `attachments` alone. */
  @ValidateIf(whenGiven)
  @IsUUID()
  clientId?: string;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.filesPerUpload)
  @ValidateNested({ each: true })
  @Type(() => StagedFileDto)
  attachments?: StagedFileDto[];
}
