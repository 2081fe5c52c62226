import { disappearingOptions } from '../../platform/account/disappear-after.js';
import { t } from '../../texts/index.js';

export const disappearingWords = (seconds: number): string =>
  disappearingOptions().find(({ value }) => value === String(seconds))?.label ??
  t('messages.hours', { hours: Math.round(seconds / 3600) });
