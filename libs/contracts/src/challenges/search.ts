import { defineRpc, returns } from '../bus/rpc.js';
import { SearchWordsDto } from '../core/inputs.js';
import type { FoundTitles } from '../core/views.js';

export class SearchChallengesDto extends SearchWordsDto {}

/**
 * Searches titles, descriptions and the titles of steps by words, each matched from its start without case and accents; the
 * newest first. Proofs are not searched.
 */
export const searchChallenges = defineRpc({
  subject: 'challenges.challenge.search',
  access: 'user',
  request: SearchChallengesDto,
  returns: returns<FoundTitles>(),
  errors: ['NO_PARTNER'],
});
