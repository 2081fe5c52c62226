import { t } from '../texts/index.js';
import { showFailure } from './show-failure.js';

/** Runs one call and shows its failure as a toast. @returns true when it worked */
export async function attempt(call: Promise<{ error?: unknown }>): Promise<boolean> {
  const { error } = await call;
  if (error) showFailure(error, t('common.failed'));
  return !error;
}
