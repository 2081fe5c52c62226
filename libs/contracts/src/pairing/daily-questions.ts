import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, IsUUID, Matches, Max, MaxLength, Min, ValidateIf, ValidateNested } from 'class-validator';
import { defineEvent } from '../core/event.js';
import { LIMITS } from '../core/limits.js';
import { IdDto } from '../core/inputs.js';
import { type Done, NoInput, defineRpc, returns } from '../core/rpc.js';
import { rules } from '../core/rules.js';
import { Follows, QueryNumber, Trimmed } from '../core/validators.js';
import { ReactionDto } from '../messaging/reactions.js';
import type { PartnerActivity } from '../realtime/socket-events.js';
import { DAILY_CATEGORIES, DAILY_TYPES, type DailyCategory, type DailyType } from './daily-kinds.js';
import type { DailyHistory, DailyPreferences, DailyQuestionView, DailyRecords, DailyToday, OwnQuestionView } from './daily-views.js';

const DAY_KEY = /^\d{4}-\d{2}-\d{2}$/;

const IfGiven = (): PropertyDecorator => ValidateIf((_dto: object, value: unknown) => value !== undefined);

/** A question of which the caller has seen this version; an older one is refused with VERSION_CONFLICT. */
export class DailyVersionDto {
  @IsInt()
  @Min(1)
  version!: number;
}

export class AnswerDailyDto extends DailyVersionDto {
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10)
  value?: number;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10)
  guess?: number;

  @IsOptional()
  @Trimmed()
  @Follows(rules.dailyAnswer)
  text?: string;

  /** The version of the own answer that this one replaces, 0 for none. */
  @IsInt()
  @Min(0)
  answerVersion!: number;

  @IsUUID()
  clientId!: string;
}

export class AnswerDailyQuestionDto extends AnswerDailyDto {
  @IsUUID()
  id!: string;
}

export class DailyQuestionVersionDto extends DailyVersionDto {
  @IsUUID()
  id!: string;
}

export class ReactToDailyDto extends ReactionDto {
  @IsUUID()
  id!: string;
}

export class DailyHistoryQueryDto {
  /** The day after which to go on. */
  @IsOptional()
  @Matches(DAY_KEY)
  cursor?: string;

  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(100)
  q?: string;

  @IsOptional()
  @QueryNumber(1, LIMITS.dailyHistoryPageMax)
  limit?: number;
}

export class WriteQuestionDto {
  @Trimmed()
  @Follows(rules.questionText)
  text!: string;

  @IsIn(DAILY_TYPES)
  type!: DailyType;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(6)
  @ArrayUnique()
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'string' ? one.trim() : one)) : value))
  @IsString({ each: true })
  @Matches(/\S/, { each: true, message: 'Please fill in every choice' })
  @MaxLength(LIMITS.questionOptionLength, { each: true })
  options?: string[];

  @IsUUID()
  clientId!: string;
}

export class OwnQuestionIdDto extends IdDto {}

export class HolidayDto {
  /** The last day of it, by the couple's clock. */
  @Matches(DAY_KEY)
  until!: string;
}

/** What is left out stays. `categories` are the caller's own, the rest holds for both and goes with `version`. */
export class DailyPreferencesDto {
  @IfGiven()
  @IsArray()
  @ArrayUnique()
  @IsIn(DAILY_CATEGORIES, { each: true })
  categories?: DailyCategory[];

  @IfGiven()
  @IsBoolean()
  rhythmShown?: boolean;

  /** null ends the holiday. */
  @ValidateIf((_dto: object, value: unknown) => value !== undefined && value !== null)
  @ValidateNested()
  @Type(() => HolidayDto)
  holiday?: HolidayDto | null;

  @ValidateIf(({ rhythmShown, holiday, version }: DailyPreferencesDto) => rhythmShown !== undefined || holiday !== undefined || version !== undefined)
  @IsInt()
  @Min(1)
  version?: number;
}

export class DailyRecordsDto {
  @IsOptional()
  @IsUUID()
  after?: string;
}

/** Makes the day's question where this is the first look at it. */
export const getDailyToday = defineRpc({
  subject: 'pairing.daily-question.today',
  access: 'user',
  request: NoInput,
  returns: returns<DailyToday>(),
  errors: ['NO_PARTNER'],
});

const ofOne = ['NO_PARTNER', 'QUESTION_NOT_FOUND'] as const;

/** The same `clientId` again is the same answer. Until the other one has answered it may be changed. */
export const answerDailyQuestion = defineRpc({
  subject: 'pairing.daily-question.answer',
  access: 'user',
  request: AnswerDailyQuestionDto,
  returns: returns<DailyQuestionView>(),
  errors: [...ofOne, 'VERSION_CONFLICT', 'QUESTION_REVEALED', 'QUESTION_CLOSED'],
});

/** Another question for today: once a day, while nobody has answered. */
export const swapDailyQuestion = defineRpc({
  subject: 'pairing.daily-question.swap',
  access: 'user',
  request: DailyQuestionVersionDto,
  returns: returns<DailyQuestionView>(),
  errors: [...ofOne, 'VERSION_CONFLICT', 'SWAP_USED', 'QUESTION_CLOSED'],
});

/** This question never again; where today's can still be exchanged, it is. */
export const dropDailyQuestion = defineRpc({
  subject: 'pairing.daily-question.never',
  access: 'user',
  request: DailyQuestionVersionDto,
  returns: returns<DailyQuestionView>(),
  errors: [...ofOne, 'VERSION_CONFLICT'],
});

/** Toggles an emoji on a revealed question. */
export const reactToDailyQuestion = defineRpc({
  subject: 'pairing.daily-question.react',
  access: 'user',
  request: ReactToDailyDto,
  returns: returns<DailyQuestionView>(),
  errors: [...ofOne, 'TOO_MANY_REACTIONS'],
});

/** `q` looks through questions and answers; what is not revealed is neither listed nor found. */
export const listDailyHistory = defineRpc({
  subject: 'pairing.daily-question.history',
  access: 'user',
  request: DailyHistoryQueryDto,
  returns: returns<DailyHistory>(),
  errors: ['NO_PARTNER'],
});

export const getDailyPreferences = defineRpc({
  subject: 'pairing.daily-preference.get',
  access: 'user',
  request: NoInput,
  returns: returns<DailyPreferences>(),
  errors: ['NO_PARTNER'],
});

export const setDailyPreferences = defineRpc({
  subject: 'pairing.daily-preference.set',
  access: 'user',
  request: DailyPreferencesDto,
  returns: returns<DailyPreferences>(),
  errors: ['NO_PARTNER', 'VERSION_CONFLICT', 'HOLIDAY_INVALID'],
});

/** It is asked before the app's own questions, on one of the next days. The same `clientId` is the same question. */
export const writeQuestion = defineRpc({
  subject: 'pairing.question.write',
  access: 'user',
  request: WriteQuestionDto,
  returns: returns<OwnQuestionView>(),
  errors: ['NO_PARTNER', 'OPTIONS_INVALID', 'TOO_MANY_QUESTIONS'],
});

/** The caller's own that wait for their day, the next one first. */
export const listOwnQuestions = defineRpc({
  subject: 'pairing.question.list',
  access: 'user',
  request: NoInput,
  returns: returns<OwnQuestionView[]>(),
  errors: ['NO_PARTNER'],
});

export const removeOwnQuestion = defineRpc({
  subject: 'pairing.question.remove',
  access: 'user',
  request: OwnQuestionIdDto,
  returns: returns<Done>(),
  errors: ofOne,
});

/** Of every couple that the caller's export may tell of. */
export const listDailyRecords = defineRpc({
  subject: 'pairing.daily-question.records',
  access: 'user',
  request: DailyRecordsDto,
  returns: returns<DailyRecords>(),
  errors: [],
  tokens: ['session', 'export'],
});

/** Something about the daily question changed for these people; who and what, never a word of it. */
export const dailyChanged = defineEvent<{ members: string[]; activity: PartnerActivity }>()({
  name: 'daily-question.changed',
  durable: false,
  deliver: ({ members, activity }) => members.map((user) => ({ to: { user }, event: 'partner_activity' as const, data: activity })),
});
