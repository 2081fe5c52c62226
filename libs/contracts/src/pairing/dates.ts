import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsUUID, Min, ValidateIf } from 'class-validator';
import { defineEvent } from '../core/event.js';
import { LIMITS } from '../core/limits.js';
import { IdDto } from '../core/inputs.js';
import { type Done, NoInput, defineRpc, returns } from '../core/rpc.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed } from '../core/validators.js';
import type { PartnerActivity } from '../realtime/socket-events.js';
import { REMIND_DAYS_BEFORE } from './date-words.js';
import type { DateList, ImportantDateView } from './views.js';

/** Absent stays as it is; null is no value. */
const whenGiven = (_dto: object, value: unknown): boolean => value !== undefined;

export class AddDateDto {
  @Trimmed()
  @Follows(rules.dateTitle)
  title!: string;

  /** `YYYY-MM-DD` in the couple's calendar. */
  @Follows(rules.calendarDate)
  date!: string;

  @IsBoolean()
  yearly!: boolean;

  @IsArray()
  @ArrayMaxSize(LIMITS.remindersPerDate)
  @ArrayUnique()
  @IsInt({ each: true })
  @IsIn(REMIND_DAYS_BEFORE, { each: true })
  remindDaysBefore!: number[];

  /** A surprise: for its author alone. */
  @IsBoolean()
  private!: boolean;

  /** The same id is the same date: a repeated call answers with what the first one made. */
  @IsUUID()
  clientId!: string;
}

/** What is missing stays as it is. `version` is the one that the change was made on. */
export class ChangeDateDto {
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.dateTitle)
  title?: string;

  @ValidateIf(whenGiven)
  @Follows(rules.calendarDate)
  date?: string;

  @ValidateIf(whenGiven)
  @IsBoolean()
  yearly?: boolean;

  @ValidateIf(whenGiven)
  @IsArray()
  @ArrayMaxSize(LIMITS.remindersPerDate)
  @ArrayUnique()
  @IsInt({ each: true })
  @IsIn(REMIND_DAYS_BEFORE, { each: true })
  remindDaysBefore?: number[];

  @ValidateIf(whenGiven)
  @IsBoolean()
  private?: boolean;

  @IsInt()
  @Min(1)
  version!: number;
}

export class ChangeDateByIdDto extends ChangeDateDto {
  @IsUUID()
  id!: string;
}

export class DateIdDto extends IdDto {}

export const listDates = defineRpc({
  subject: 'pairing.date.list',
  access: 'user',
  request: NoInput,
  returns: returns<DateList>(),
  errors: ['NO_PARTNER'],
});

export const addDate = defineRpc({
  subject: 'pairing.date.add',
  access: 'user',
  request: AddDateDto,
  returns: returns<ImportantDateView>(),
  errors: ['NO_PARTNER', 'TOO_MANY_DATES'],
});

/** VERSION_CONFLICT carries the date as it is. Only its author makes a date private or shares it (ACCESS_DENIED). */
export const changeDate = defineRpc({
  subject: 'pairing.date.change',
  access: 'user',
  request: ChangeDateByIdDto,
  returns: returns<ImportantDateView>(),
  errors: ['NO_PARTNER', 'DATE_NOT_FOUND', 'ACCESS_DENIED', 'VERSION_CONFLICT'],
});

export const removeDate = defineRpc({
  subject: 'pairing.date.remove',
  access: 'user',
  request: DateIdDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'DATE_NOT_FOUND'],
});

/** Something about a date is new, or it is gone: the lists that show dates are asked for again. */
export const dateChanged = defineEvent<{ users: string[]; activity: PartnerActivity }>()({
  name: 'date.changed',
  durable: false,
  deliver: ({ users, activity }) => users.map((user) => ({ to: { user }, event: 'partner_activity' as const, data: activity })),
});
