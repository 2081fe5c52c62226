import { IsBoolean, IsUUID, ValidateIf } from 'class-validator';
import { lastDayRule, rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { TEXTS } from '../core/texts.js';
import { Follows, FollowsRuleOf, ZoneName } from '../core/validators.js';
import type {
  OnThisDayChoice,
  OnThisDayExclusion,
  OnThisDayExclusions,
  OnThisDayMessages,
} from '../conversation/views.js';

/** The couple's time zone, which the edge reads from pairing. The server decides which day it is. */
export class OnThisDayDto {
  @ZoneName()
  timezone!: string;
}

/** Either a message, or a period of days (YYYY-MM-DD, both ends included). */
export class HideOnThisDayDto {
  @ValidateIf(
    ({ messageId, from, to }: HideOnThisDayDto) => messageId !== undefined || (from === undefined && to === undefined),
  )
  @IsUUID()
  @FollowsRuleOf<HideOnThisDayDto>(
    ({ from, to }) =>
      () =>
        from === undefined && to === undefined ? null : TEXTS.hideOneThing,
  )
  messageId?: string;

  @ValidateIf(({ messageId, from }: HideOnThisDayDto) => messageId === undefined || from !== undefined)
  @Follows(rules.day)
  from?: string;

  @ValidateIf(({ messageId, to }: HideOnThisDayDto) => messageId === undefined || to !== undefined)
  @FollowsRuleOf<HideOnThisDayDto>(({ from }) => lastDayRule(from))
  to?: string;
}

export class ExclusionIdDto {
  @IsUUID()
  exclusionId!: string;
}

export class SwitchOnThisDayDto {
  @IsBoolean()
  enabled!: boolean;
}

/** Returns the couple's messages of this day in earlier years. */
export const getOnThisDay = defineRpc({
  subject: 'messaging.on-this-day.get',
  access: 'user',
  request: OnThisDayDto,
  returns: returns<OnThisDayMessages>(),
  errors: ['NO_PARTNER'],
});

/** Hides a message or a period from the caller. A repeated call changes nothing. */
export const hideOnThisDay = defineRpc({
  subject: 'messaging.on-this-day.hide',
  access: 'user',
  request: HideOnThisDayDto,
  returns: returns<OnThisDayExclusion>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'TOO_MANY_EXCLUSIONS'],
});

export const listOnThisDayExclusions = defineRpc({
  subject: 'messaging.on-this-day.list-exclusions',
  access: 'user',
  request: NoInput,
  returns: returns<OnThisDayExclusions>(),
  errors: ['NO_PARTNER'],
});

export const removeOnThisDayExclusion = defineRpc({
  subject: 'messaging.on-this-day.remove-exclusion',
  access: 'user',
  request: ExclusionIdDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'EXCLUSION_NOT_FOUND'],
});

export const switchOnThisDay = defineRpc({
  subject: 'messaging.on-this-day.switch',
  access: 'user',
  request: SwitchOnThisDayDto,
  returns: returns<OnThisDayChoice>(),
  errors: ['NO_PARTNER'],
});
