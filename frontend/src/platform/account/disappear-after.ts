import type { DisappearAfter } from '@duet/contracts';
import { DISAPPEAR_AFTER } from '@duet/contracts/plain';
import { type PlainTextKey, t } from '../../texts/index.js';

const WORDS: Record<DisappearAfter, PlainTextKey> = {
  3600: 'common.oneHour',
  86_400: 'common.oneDay',
  604_800: 'common.sevenDays',
  2_592_000: 'common.thirtyDays',
};

/** The options for when messages disappear. */
export const disappearingOptions = () => [
  { value: 'off', label: t('common.off') },
  ...DISAPPEAR_AFTER.map((seconds) => ({ value: String(seconds), label: t(WORDS[seconds]) })),
];

/** An option's value in the contract's form. */
export const disappearAfter = (value: string): DisappearAfter | null =>
  DISAPPEAR_AFTER.find((seconds) => String(seconds) === value) ?? null;

export const disappearingChoice = (seconds: number | null): string => (seconds === null ? 'off' : String(seconds));
