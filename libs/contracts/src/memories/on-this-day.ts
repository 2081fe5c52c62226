import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsUUID, ValidateIf, ValidateNested } from 'class-validator';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { OnThisDayChoice, OnThisDayExclusion, OnThisDayMessages, OnThisDayPeriod } from '../conversation/views.js';
import { LIMITS } from '../core/limits.js';
import { lastDayRule, rules } from '../core/rules.js';
import { TEXTS } from '../core/texts.js';
import { Follows, FollowsRuleOf, ZoneName } from '../core/validators.js';
import { CapsuleIdDto } from './capsule-inputs.js';
import type { CapsuleSummary, ContributionView } from './views.js';

type NamedCapsule = Pick<CapsuleSummary, '_id' | 'title' | 'emoji'>;

/** Something of a finished capsule from this day in an earlier year: a contribution, or the capsule's own day. */
export interface OnThisDayMemory {
  yearsAgo: number;
  /** `YYYY-MM-DD`. */
  date: string;
  capsule: NamedCapsule;
  /** Null for the day on which the capsule was opened or finished. */
  contribution: ContributionView | null;
}

/** Latest year first. */
export interface OnThisDayMemories {
  memories: OnThisDayMemory[];
}

/**
 * The moments the couple shared on this day in earlier years, latest year first; nothing while switched off. `day`
 * (YYYY-MM-DD) is today in the couple's time zone, `until` the instant at which tomorrow begins.
 */
export interface OnThisDayView extends Omit<OnThisDayMessages, 'hiddenPeriods'>, OnThisDayMemories {}

/** A hidden memory: a message, a period of days, or a capsule with all that lies in it. */
export type HiddenMemory = OnThisDayExclusion | { _id: string; kind: 'capsule'; capsule: NamedCapsule };

/** Messages and periods latest first, then capsules. */
export interface HiddenMemories extends OnThisDayChoice {
  exclusions: HiddenMemory[];
}

/** A period that messaging stores; the edge passes it on. */
export class HiddenPeriodDto implements OnThisDayPeriod {
  @Follows(rules.day)
  from!: string;

  @Follows(rules.day)
  to!: string;
}

/** The couple's time zone, which the edge reads from pairing, and the caller's hidden periods, which it reads from messaging. */
export class OnThisDayMemoriesDto {
  @ZoneName()
  timezone!: string;

  @IsArray()
  @ArrayMaxSize(LIMITS.onThisDayPeriods)
  @ValidateNested({ each: true })
  @Type(() => HiddenPeriodDto)
  hiddenPeriods!: HiddenPeriodDto[];
}

const given = ({ messageId, capsuleId, from, to }: HideMemoryDto): number =>
  [messageId, capsuleId, from ?? to].filter((value) => value !== undefined).length;

const onlyOne = (dto: HideMemoryDto) => () => (given(dto) === 1 ? null : TEXTS.hideOneThing);

const isPeriod = ({ messageId, capsuleId }: HideMemoryDto): boolean =>
  messageId === undefined && capsuleId === undefined;

/** One of a message, a capsule, and a period of days (YYYY-MM-DD, both ends included). */
export class HideMemoryDto {
  @ValidateIf(({ messageId }: HideMemoryDto) => messageId !== undefined)
  @IsUUID()
  @FollowsRuleOf<HideMemoryDto>(onlyOne)
  messageId?: string;

  @ValidateIf(({ capsuleId }: HideMemoryDto) => capsuleId !== undefined)
  @IsUUID()
  @FollowsRuleOf<HideMemoryDto>(onlyOne)
  capsuleId?: string;

  @ValidateIf((dto: HideMemoryDto) => isPeriod(dto) || dto.from !== undefined)
  @Follows(rules.day)
  from?: string;

  @ValidateIf((dto: HideMemoryDto) => isPeriod(dto) || dto.to !== undefined)
  @FollowsRuleOf<HideMemoryDto>(({ from }) => lastDayRule(from))
  to?: string;
}

export const getOnThisDayMemories = defineRpc({
  subject: 'memories.on-this-day.get',
  access: 'user',
  request: OnThisDayMemoriesDto,
  returns: returns<OnThisDayMemories>(),
  errors: ['NO_PARTNER'],
});

/** Hides a capsule from the caller's earlier years. A repeated call changes nothing. */
export const hideCapsuleOnThisDay = defineRpc({
  subject: 'memories.on-this-day.hide',
  access: 'user',
  request: CapsuleIdDto,
  returns: returns<HiddenMemory>(),
  errors: ['NO_PARTNER', 'CAPSULE_NOT_FOUND', 'TOO_MANY_EXCLUSIONS'],
});

export const listHiddenCapsules = defineRpc({
  subject: 'memories.on-this-day.list-hidden',
  access: 'user',
  request: NoInput,
  returns: returns<HiddenMemory[]>(),
  errors: ['NO_PARTNER'],
});

/** Shows a hidden capsule again. */
export const showCapsuleOnThisDay = defineRpc({
  subject: 'memories.on-this-day.show',
  access: 'user',
  request: CapsuleIdDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'EXCLUSION_NOT_FOUND'],
});
