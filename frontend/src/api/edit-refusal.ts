import { t } from '../texts/index.js';
import { failureOf } from './errors.js';

/**
 * The sentence for a change that the server refused.
 * @param changedMeanwhile the sentence for a thing that has changed since the reader began
 * @returns null where the failure needs no sentence
 */
export function editRefusal(error: unknown, changedMeanwhile: string): string | null {
  const { code, messages } = failureOf(error, t('common.failed'));
  return code === 'VERSION_CONFLICT' ? changedMeanwhile : (messages[0] ?? null);
}
