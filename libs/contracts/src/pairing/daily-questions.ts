import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { defineEvent } from '../bus/event.js';
import { LIMITS } from '../core/limits.js';
import { IdDto } from '../core/inputs.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { rules } from '../core/rules.js';
import { Follows, QueryNumber, Trimmed, WholeNumber } from '../core/validators.js';
import { ReactionDto } from '../messaging/reactions.js';
import type { PartnerActivity } from '../realtime/socket-events.js';
import { DAILY_CATEGORIES, DAILY_TYPES, type DailyCategory, type DailyType } from './daily-kinds.js';
import type {
  DailyHistory,
  DailyPreferences,
  DailyQuestionView,
  DailyRecords,
  DailyToday,
  OwnQuestionView,
} from './daily-views.js';

const DAY_KEY = /^\d{4}-\d{2}-\d{2}$/;

const IfGiven = (): PropertyDecorator => ValidateIf((_dto: object, value: unknown) => value !== undefined);

/** The question's version that the caller has seen. An older one is refused with VERSION_CONFLICT. */
export class DailyVersionDto {
  @WholeNumber(1)
  version!: number;
}

export class AnswerDailyDto extends DailyVersionDto {
  @IsOptional()
  @WholeNumber(0, 10)
  value?: number;

  @IsOptional()
  @WholeNumber(0, 10)
  guess?: number;

  @IsOptional()
  @Trimmed()
  @Follows(rules.dailyAnswer)
  text?: string;

  /** The version of the caller's answer that this one replaces; 0 for none. */
  @WholeNumber(0)
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
  /** The last day of the previous page. */
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

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(6)
  @ArrayUnique()
  @Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'string' ? one.trim() : one)) : value,
  )
  @IsString({ each: true })
  @Matches(/\S/, { each: true, message: 'Please fill in every choice' })
  @MaxLength(LIMITS.questionOptionLength, { each: true })
  options?: string[];

  @IsUUID()
  clientId!: string;
}

export class OwnQuestionIdDto extends IdDto {}

export class HolidayDto {
  /** The last day of the holiday, in the couple's time zone. */
  @Matches(DAY_KEY)
  until!: string;
}

/** Missing fields stay unchanged. `categories` are the caller's own; the rest is shared and requires `version`. */
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

  @ValidateIf(
    ({ rhythmShown, holiday, version }: DailyPreferencesDto) =>
      rhythmShown !== undefined || holiday !== undefined || version !== undefined,
  )
  @WholeNumber(1)
  version?: number;
}

export class DailyRecordsDto {
  @IsOptional()
  @IsUUID()
  after?: string;
}

/** Returns today's question. The first call of the day chooses it. */
export const getDailyToday = defineRpc({
  subject: 'pairing.daily-question.today',
  access: 'user',
  request: NoInput,
  returns: returns<DailyToday>(),
  errors: ['NO_PARTNER'],
});

const ofOne = ['NO_PARTNER', 'QUESTION_NOT_FOUND'] as const;

/** Answers a question. A repeated `clientId` is the same answer. It can be changed until the partner has answered. */
export const answerDailyQuestion = defineRpc({
  subject: 'pairing.daily-question.answer',
  access: 'user',
  request: AnswerDailyQuestionDto,
  returns: returns<DailyQuestionView>(),
  errors: [...ofOne, 'VERSION_CONFLICT', 'QUESTION_REVEALED', 'QUESTION_CLOSED'],
});

/** Exchanges today's question, once a day and before the first answer. */
export const swapDailyQuestion = defineRpc({
  subject: 'pairing.daily-question.swap',
  access: 'user',
  request: DailyQuestionVersionDto,
  returns: returns<DailyQuestionView>(),
  errors: [...ofOne, 'VERSION_CONFLICT', 'SWAP_USED', 'QUESTION_CLOSED'],
});

/** Excludes a question for good. Today's question is exchanged too, if it still can be. */
export const excludeDailyQuestion = defineRpc({
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

/** Lists revealed questions. `q` searches questions and answers. */
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

/** Adds a question of the caller's. It is asked before the app's questions. A repeated `clientId` is the same question. */
export const writeQuestion = defineRpc({
  subject: 'pairing.question.write',
  access: 'user',
  request: WriteQuestionDto,
  returns: returns<OwnQuestionView>(),
  errors: ['NO_PARTNER', 'OPTIONS_INVALID', 'TOO_MANY_QUESTIONS'],
});

/** Lists the caller's questions that have not been asked yet, the next one first. */
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

/** Lists the daily questions of every couple in the caller's export. */
export const listDailyRecords = defineRpc({
  subject: 'pairing.daily-question.records',
  access: 'user',
  request: DailyRecordsDto,
  returns: returns<DailyRecords>(),
  errors: [],
  tokens: ['session', 'export'],
});

export interface DailyRevealed {
  coupleId: string;
  /** `YYYY-MM-DD` in the couple's zone. */
  day: string;
}

/** Both have answered the daily question of this day. */
export const dailyRevealed = defineEvent<DailyRevealed>()({ name: 'daily-question.revealed', durable: true });

/** The daily question changed for these people. The event says who and what, never its text. */
export const dailyChanged = defineEvent<{ members: string[]; activity: PartnerActivity }>()({
  name: 'daily-question.changed',
  durable: false,
  deliver: ({ members, activity }) =>
    members.map((user) => ({ to: { user }, event: 'partner_activity' as const, data: activity })),
});
