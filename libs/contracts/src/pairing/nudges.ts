import { IsIn } from 'class-validator';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { NUDGE_KINDS, type NudgeKind } from './nudge-kinds.js';

export class SendNudgeDto {
  @IsIn(NUDGE_KINDS)
  kind!: NudgeKind;
}

/** The caller's last nudge, and the instant from which the next one is possible. Both are null once that has passed. */
export interface NudgeState {
  sentAt: string | null;
  nextAt: string | null;
}

export const getNudgeState = defineRpc({
  subject: 'pairing.nudge.get',
  access: 'user',
  request: NoInput,
  returns: returns<NudgeState>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** Sends the partner a nudge. A person sends one in five minutes (RATE_LIMITED). */
export const sendNudge = defineRpc({
  subject: 'pairing.nudge.send',
  access: 'user',
  request: SendNudgeDto,
  returns: returns<NudgeState>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'RATE_LIMITED'],
});
