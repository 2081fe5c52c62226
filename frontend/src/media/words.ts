import { t } from '../texts/index.js';

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A size in units of 1024: 10485760 bytes are '10 MB'. @param number formats figures for the user's locale */
export function sizeWords(bytes: number, number: (value: number) => string): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  const rounded = power > 1 && value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${number(rounded)} ${UNITS[power]}`;
}

/** 65.2 seconds are '1:05'. */
export function clockWords(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds) + 0.001);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The same for screen readers: '1 minute 5 seconds'. */
export function spokenTime(seconds: number): string {
  const whole = Math.round(Math.max(0, seconds));
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [
    minutes > 0 && t('media.minutes', { minutes }),
    (rest > 0 || minutes === 0) && t('media.seconds', { seconds: rest }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** The file extension in capitals: 'PDF'. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
