import { IsUUID } from 'class-validator';
import { defineEvent } from '../bus/event.js';
import { type Done, defineRpc, returns } from '../bus/rpc.js';
import { WholeNumber } from '../core/validators.js';

export class ChallengesSettledDto {
  @IsUUID()
  coupleId!: string;

  @WholeNumber(0)
  version!: number;
}

/** Answers once this version of a couple, a link or an unlink, is applied to its challenges. */
export const challengesSettled = defineRpc({
  subject: 'challenges.couple.settled',
  access: 'process',
  request: ChallengesSettledDto,
  returns: returns<Done>(),
  errors: ['TIMEOUT'],
});

/**
 * The parts of a couple changed, here and in pairing. It names nobody. Both members receive it as users: a new couple may
 * not have joined its room yet.
 */
export const partsApplied = defineEvent<{ coupleId: string; members: [string, string]; at: string }>()({
  name: 'parts.applied',
  durable: false,
  deliver: ({ coupleId, members, at }) =>
    members.map((user) => ({
      to: { user },
      event: 'partner_activity' as const,
      data: { kind: 'parts_changed' as const, entity: { type: 'couple' as const, id: coupleId }, at },
    })),
});
