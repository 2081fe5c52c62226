import { LIMITS } from '@duet/contracts';
import type { Limit } from '../limits/rate-limits.js';

/** An album of five hundred pictures goes through; each file counts. */
export const ENTITY_FILES: Limit = {
  name: 'entity-files',
  rates: [{ by: 'user', points: LIMITS.entityFilesPerHour, seconds: 3_600 }],
};
