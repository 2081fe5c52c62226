import { IsIn, IsOptional, ValidateIf } from 'class-validator';
import { defineEvent } from '../bus/event.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { Follows, QueryNumber, Trimmed, whenGiven } from '../core/validators.js';
import type { PartnerActivity } from '../realtime/socket-events.js';
import { MOODS, type Mood } from './mood-kinds.js';

export class SetMoodDto {
  @IsIn(MOODS)
  mood!: Mood;

  /** Absent or empty for none. */
  @ValidateIf(whenGiven)
  @Trimmed()
  @Follows(rules.moodNote)
  note?: string;
}

export class MoodsQueryDto {
  /** How many days of the couple's calendar, today included. */
  @IsOptional()
  @QueryNumber(1, LIMITS.moodDays)
  days?: number;
}

/** One person's mood of one day. */
export interface MoodView {
  userId: string;
  /** `YYYY-MM-DD` in the couple's calendar. */
  day: string;
  mood: Mood;
  /** Empty for none. */
  note: string;
  at: string;
}

export interface MoodList {
  /** The couple's day. */
  today: string;
  /** The instant at which it ends. */
  until: string;
  /** The moods of both, the newest day first. */
  moods: MoodView[];
}

export const listMoods = defineRpc({
  subject: 'pairing.mood.list',
  access: 'user',
  request: MoodsQueryDto,
  returns: returns<MoodList>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** Sets the caller's mood of the couple's day. */
export const setMood = defineRpc({
  subject: 'pairing.mood.set',
  access: 'user',
  request: SetMoodDto,
  returns: returns<MoodView>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** Takes the caller's mood of the couple's day back. */
export const clearMood = defineRpc({
  subject: 'pairing.mood.clear',
  access: 'user',
  request: NoInput,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** A mood of the day was set, changed or taken back. Clients read the moods again. */
export const moodChanged = defineEvent<{ users: [string, string]; activity: PartnerActivity }>()({
  name: 'mood.changed',
  durable: false,
  deliver: ({ users, activity }) =>
    users.map((user) => ({ to: { user }, event: 'partner_activity' as const, data: activity })),
});
