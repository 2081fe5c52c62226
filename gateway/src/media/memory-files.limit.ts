import { LIMITS } from '@duet/contracts';
import type { Limit } from '../limits/rate-limits.js';

/** An album of five hundred pictures goes through; each file counts. */
export const MEMORY_FILES: Limit = {
  name: 'memory-files',
  rates: [{ by: 'user', points: LIMITS.memoryFilesPerHour, seconds: 3_600 }],
};
