import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { STORY_KEY, WholeNumber, whenGiven } from '../core/validators.js';

export const STORY_INTENSITIES = ['playful', 'tender', 'adventurous'] as const;
export type StoryIntensity = (typeof STORY_INTENSITIES)[number];

/** A scene is read, a prompt asks each for a line or a photo, a choice asks each in secret. */
export const STORY_NODE_KINDS = ['scene', 'prompt', 'choice', 'ending'] as const;
export type StoryNodeKind = (typeof STORY_NODE_KINDS)[number];

/** The way in which the choices of the two lead on; `random` decides between them when they differ. */
export const STORY_RULES = ['match', 'matrix', 'a', 'b', 'random'] as const;
export type StoryRule = (typeof STORY_RULES)[number];

export class StoryOptionDto {
  @Matches(STORY_KEY)
  id!: string;

  @IsString()
  @Length(1, LIMITS.storyOptionLength)
  text!: string;
}

const leadsOn = ({ kind }: StoryNodeDto): boolean => kind === 'scene' || kind === 'prompt';
const forks = ({ kind }: StoryNodeDto): boolean => kind === 'choice';
const orGiven =
  (rule: (node: StoryNodeDto) => boolean) =>
  (node: StoryNodeDto, value: unknown): boolean =>
    rule(node) || value !== undefined;

/** A node in a story's file. The graph is checked by the service. */
export class StoryNodeDto {
  @IsIn(STORY_NODE_KINDS)
  kind!: StoryNodeKind;

  /** With the slots `{{a}}`, `{{b}}`, `{{daysTogether}}` and `{{city}}`. */
  @IsString()
  @Length(1, LIMITS.storyNodeLength)
  text!: string;

  @ValidateIf(orGiven(leadsOn))
  @Matches(STORY_KEY)
  next?: string;

  /** The prompt takes a photo; a line may stand in its place. */
  @ValidateIf(whenGiven)
  @IsBoolean()
  photo?: boolean;

  /** The prompt of photos whose answers the scene shows again. */
  @ValidateIf(whenGiven)
  @Matches(STORY_KEY)
  recalls?: string;

  @ValidateIf(orGiven(forks))
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(4)
  @ValidateNested({ each: true })
  @Type(() => StoryOptionDto)
  choices?: StoryOptionDto[];

  @ValidateIf(orGiven(forks))
  @IsIn(STORY_RULES)
  resolve?: StoryRule;

  @ValidateIf(orGiven(forks))
  @IsObject()
  edges?: Record<string, string>;
}

/** A story's file. */
export class StoryTemplateDto {
  @Matches(STORY_KEY)
  @MaxLength(LIMITS.templateIdLength)
  id!: string;

  @WholeNumber(1)
  version!: number;

  @IsString()
  @Length(1, LIMITS.capsuleTitleLength)
  title!: string;

  @IsString()
  @Length(1, LIMITS.storyOptionLength)
  blurb!: string;

  @WholeNumber(1, 120)
  minutes!: number;

  @IsIn(STORY_INTENSITIES)
  intensity!: StoryIntensity;

  @Matches(STORY_KEY)
  start!: string;

  /** `StoryNodeDto` by id. */
  @IsObject()
  nodes!: Record<string, object>;
}
