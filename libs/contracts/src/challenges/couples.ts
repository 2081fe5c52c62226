import { IsUUID } from 'class-validator';
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
  access: 'public',
  request: ChallengesSettledDto,
  returns: returns<Done>(),
  errors: ['TIMEOUT'],
});
