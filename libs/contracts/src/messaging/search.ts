import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { type Rule, lastDayRule, rules } from '../core/rules.js';
import { Follows, FollowsRuleOf, QueryNumber, Trimmed, ZoneName } from '../core/validators.js';
import { BackwardsQueryDto } from './messages.js';
import type { MessageView } from '../conversation/views.js';

export const SEARCH_KINDS = ['text', 'photo', 'video', 'voice', 'file', 'link'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Words may be left out where a filter narrows the search. */
const wordsRule =
  ({ from, kind, since, until }: SearchFiltersDto): Rule =>
  (value) => {
    const words = typeof value === 'string' ? value : '';
    const hasFilter = [from, kind, since, until].some((filter) => filter !== undefined);
    return (words === '' && hasFilter) || words.length >= LIMITS.searchMinLength
      ? null
      : `q must have at least ${LIMITS.searchMinLength} characters`;
  };

/** The filters of a search. `since` and `until` are days (YYYY-MM-DD) of the couple's time zone, both included. */
class SearchFiltersDto extends BackwardsQueryDto {
  @IsOptional()
  @IsIn(['me', 'partner'])
  from?: 'me' | 'partner';

  @IsOptional()
  @IsIn(SEARCH_KINDS)
  kind?: SearchKind;

  @IsOptional()
  @Follows(rules.day)
  since?: string;

  @IsOptional()
  @FollowsRuleOf<SearchFiltersDto>(({ since }) => (since === undefined ? rules.day : lastDayRule(since)))
  until?: string;

  /** The `nextCursor` of the page before. */
  @IsOptional()
  @QueryNumber(1)
  cursor?: number;
}

/** A search in the conversation over HTTP. Words match from their start. Newest first; `before` (a seq) continues a page too. */
export class SearchConversationDto extends SearchFiltersDto {
  @Trimmed()
  @IsString()
  @MaxLength(LIMITS.searchLength)
  @FollowsRuleOf<SearchConversationDto>(wordsRule)
  q: string = '';
}

/** The same with the zone of its days, which the edge reads from pairing. */
export class SearchMessagesDto extends SearchConversationDto {
  @IsOptional()
  @ZoneName()
  timezone?: string;
}

/**
 * `total` counts the hits of the whole search up to `LIMITS.searchCounted`; only its first page has it. `nextCursor` is null
 * at the end.
 */
export interface MessageHits {
  messages: MessageView[];
  hasMore: boolean;
  nextCursor: string | null;
  total: number | null;
}

export const searchMessages = defineRpc({
  subject: 'messaging.message.search',
  access: 'user',
  request: SearchMessagesDto,
  returns: returns<MessageHits>(),
  errors: ['NO_PARTNER'],
});

/** A day (YYYY-MM-DD) of the couple's time zone. */
export class DayQueryDto {
  @Follows(rules.day)
  day!: string;
}

export class FindDayDto extends DayQueryDto {
  @ZoneName()
  timezone!: string;
}

/** The seq of the first message of a day or, where that has none, of the next day with messages; null after the last one. */
export interface DayFound {
  seq: number | null;
}

export const findDay = defineRpc({
  subject: 'messaging.message.find-day',
  access: 'user',
  request: FindDayDto,
  returns: returns<DayFound>(),
  errors: ['NO_PARTNER'],
});
