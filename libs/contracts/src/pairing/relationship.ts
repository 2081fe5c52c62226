import { defineEvent } from '../bus/event.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { rules } from '../core/rules.js';
import { Follows, Trimmed, WholeNumber } from '../core/validators.js';
import type { CoupleView, NicknameView } from './views.js';

export class SetTogetherSinceDto {
  /** `YYYY-MM-DD`, not after the couple's today. */
  @Follows(rules.calendarDate)
  togetherSince!: string;

  /** The `togetherSinceVersion` that the caller has changed. */
  @WholeNumber(0)
  version!: number;
}

/** Sets the couple's day. VERSION_CONFLICT carries the current couple. */
export const setTogetherSince = defineRpc({
  subject: 'pairing.couple.set-together-since',
  access: 'user',
  request: SetTogetherSinceDto,
  returns: returns<CoupleView>(),
  errors: ['NO_PARTNER', 'VERSION_CONFLICT'],
});

export class SetNicknameDto {
  /** Empty to remove it. */
  @Trimmed()
  @Follows(rules.nickname)
  nickname!: string;
}

/** Sets the caller's nickname for the partner. Only the caller sees it. */
export const setNickname = defineRpc({
  subject: 'pairing.nickname.set',
  access: 'user',
  request: SetNicknameDto,
  returns: returns<NicknameView>(),
  errors: ['NO_PARTNER'],
});

/** A nickname changed. Its author's devices read it again. */
export const nicknameChanged = defineEvent<{ userId: string; coupleId: string; at: string }>()({
  name: 'nickname.changed',
  durable: false,
  deliver: ({ userId, coupleId, at }) => [
    {
      to: { user: userId },
      event: 'partner_activity',
      data: { kind: 'nickname_changed', entity: { type: 'couple', id: coupleId }, at },
    },
  ],
});
