const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** 10485760 is '10 MB', as the limit's own text counts. @param number writes figures as the person reads them */
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

/** The same for ears: '1 minute 5 seconds'. */
export function spokenTime(seconds: number): string {
  const whole = Math.round(Math.max(0, seconds));
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [minutes > 0 && `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`, (rest > 0 || minutes === 0) && `${rest} ${rest === 1 ? 'second' : 'seconds'}`];
  return parts.filter(Boolean).join(' ');
}

/** What stands behind the last dot of a name, in capitals: 'PDF'. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? '';
