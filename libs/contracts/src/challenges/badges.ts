import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { WholeNumber } from '../core/validators.js';
import type { ChallengeBadges } from './views.js';

/** The counts of other services that badges depend on. */
export class ChallengeBadgesDto {
  @WholeNumber(0)
  capsules!: number;

  /** Capsules that were buried and are open. */
  @WholeNumber(0)
  reveals!: number;

  @WholeNumber(0)
  rhythm!: number;

  @WholeNumber(0)
  daysTogether!: number;
}

/** Points and badges of the couple. A badge that the given figures earn is given with this call. */
export const listBadges = defineRpc({
  subject: 'challenges.badge.list',
  access: 'user',
  request: ChallengeBadgesDto,
  returns: returns<ChallengeBadges>(),
  errors: ['NO_PARTNER'],
});

/** Completed challenges of the couple; 0 without a partner. */
export interface ChallengeStatistics {
  completed: number;
}

export const getChallengeStatistics = defineRpc({
  subject: 'challenges.statistics.get',
  access: 'user',
  request: NoInput,
  returns: returns<ChallengeStatistics>(),
  errors: [],
});
