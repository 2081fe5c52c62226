import { defineRpc, returns } from '../bus/rpc.js';
import { SearchWordsDto } from '../core/inputs.js';
import type { FoundMemories } from './views.js';

/** Searches by words, each matched from its start without case and accents. */
export class SearchMemoriesDto extends SearchWordsDto {}

/** Capsules first, the newest first; then contributions, the latest day first. A sealed capsule matches by its title alone. */
export const searchMemories = defineRpc({
  subject: 'memories.memory.search',
  access: 'user',
  request: SearchMemoriesDto,
  returns: returns<FoundMemories>(),
  errors: ['NO_PARTNER'],
});
