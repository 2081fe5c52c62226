import type { DisappearAfter } from '@duet/contracts';
import { DISAPPEAR_AFTER } from '@duet/contracts/plain';

const WORDS: Record<DisappearAfter, string> = { 3600: '1 hour', 86_400: '1 day', 604_800: '7 days', 2_592_000: '30 days' };

/** After which time messages may disappear, to choose from. */
export const DISAPPEARING_OPTIONS = [{ value: 'off', label: 'Off' }, ...DISAPPEAR_AFTER.map((seconds) => ({ value: String(seconds), label: WORDS[seconds] }))];

/** Such a choice as the contract says it. */
export const disappearAfter = (value: string): DisappearAfter | null => DISAPPEAR_AFTER.find((seconds) => String(seconds) === value) ?? null;

export const disappearingChoice = (seconds: number | null): string => (seconds === null ? 'off' : String(seconds));
