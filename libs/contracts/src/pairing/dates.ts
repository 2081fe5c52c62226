import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsUUID, ValidateIf } from 'class-validator';
import { defineEvent } from '../bus/event.js';
import { LIMITS } from '../core/limits.js';
import { IdDto, SearchWordsDto } from '../core/inputs.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed, WholeNumber, whenGiven } from '../core/validators.js';
import type { PartnerActivity } from '../realtime/socket-events.js';
import { REMIND_DAYS_BEFORE } from '../core/date-words.js';
import type { DateList, FoundDates, ImportantDateView } from './views.js';

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

  /** Visible to its author only, for a surprise. */
  @IsBoolean()
  private!: boolean;

  /** A repeated call with the same id returns the first one's date. */
  @IsUUID()
  clientId!: string;
}

/** Missing fields stay unchanged. `version` is the version that the caller has changed. */
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

  @WholeNumber(1)
  version!: number;
}

export class ChangeDateByIdDto extends ChangeDateDto {
  @IsUUID()
  id!: string;
}

export class DateIdDto extends IdDto {}

export class SearchDatesDto extends SearchWordsDto {}

export const listDates = defineRpc({
  subject: 'pairing.date.list',
  access: 'user',
  request: NoInput,
  returns: returns<DateList>(),
  errors: ['NO_PARTNER'],
});

/** Searches the titles of the dates that the caller sees by words, each matched from its start without case and accents. */
export const searchDates = defineRpc({
  subject: 'pairing.date.search',
  access: 'user',
  request: SearchDatesDto,
  returns: returns<FoundDates>(),
  errors: ['NO_PARTNER'],
});

export const addDate = defineRpc({
  subject: 'pairing.date.add',
  access: 'user',
  request: AddDateDto,
  returns: returns<ImportantDateView>(),
  errors: ['NO_PARTNER', 'TOO_MANY_DATES'],
});

/** Changes a date. VERSION_CONFLICT carries the current date. Only its author may change `private` (ACCESS_DENIED). */
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

/** A date was added, changed or removed. Clients read the lists of dates again. */
export const dateChanged = defineEvent<{ users: string[]; activity: PartnerActivity }>()({
  name: 'date.changed',
  durable: false,
  deliver: ({ users, activity }) =>
    users.map((user) => ({ to: { user }, event: 'partner_activity' as const, data: activity })),
});
