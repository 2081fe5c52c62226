import { IsInt, Min } from 'class-validator';
import { defineEvent } from '../core/event.js';
import { defineRpc, returns } from '../core/rpc.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed } from '../core/validators.js';
import type { CoupleView, NicknameView } from './views.js';

export class SetTogetherSinceDto {
  /** `YYYY-MM-DD`, not after the couple's today. */
  @Follows(rules.calendarDate)
  togetherSince!: string;

  /** The `togetherSinceVersion` that the change was made on. */
  @IsInt()
  @Min(0)
  version!: number;
}

/** Either of the two sets it for both. VERSION_CONFLICT carries the couple as it is. */
export const setTogetherSince = defineRpc({
  subject: 'pairing.couple.set-together-since',
  access: 'user',
  request: SetTogetherSinceDto,
  returns: returns<CoupleView>(),
  errors: ['NO_PARTNER', 'VERSION_CONFLICT'],
});

export class SetNicknameDto {
  /** Empty: none any more. */
  @Trimmed()
  @Follows(rules.nickname)
  nickname!: string;
}

/** What the caller calls the partner. Nobody else ever gets to know it. */
export const setNickname = defineRpc({
  subject: 'pairing.nickname.set',
  access: 'user',
  request: SetNicknameDto,
  returns: returns<NicknameView>(),
  errors: ['NO_PARTNER'],
});

/** For the author's own devices; the word itself is asked for. */
export const nicknameChanged = defineEvent<{ userId: string; coupleId: string; at: string }>()({
  name: 'nickname.changed',
  durable: false,
  deliver: ({ userId, coupleId, at }) => [
    { to: { user: userId }, event: 'partner_activity', data: { kind: 'nickname_changed', entity: { type: 'couple', id: coupleId }, at } },
  ],
});
