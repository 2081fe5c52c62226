import { createContext, useContext } from 'react';
import { pageLanguage } from '../texts/index.js';

type WeekDay = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';

/** The choices that determine date and number formats. */
export interface FormatChoice {
  /** A language, or a language with a country ('de', 'en-GB'). */
  locale: string;
  /** Without it, the locale's. */
  hour12?: boolean | undefined;
  firstDay?: WeekDay | undefined;
}

/** Instants are ISO strings, dates, or milliseconds since the epoch; the clock is the device's. */
export type Instant = string | number | Date;

export interface Formats {
  locale: string;
  /** The day on which a calendar's week starts. */
  firstDay: WeekDay;
  /** 19:05, or 7:05 PM. */
  time: (at: Instant) => string;
  /** The same in another time zone, by its IANA name. */
  timeIn: (at: Instant, timeZone: string) => string;
  /** 4 March 2026. */
  date: (at: Instant) => string;
  /** The same in another time zone. */
  dateIn: (at: Instant, timeZone: string) => string;
  /** March 2026. */
  month: (at: Instant) => string;
  /** Wednesday, 4 March, with the year where it is not this one. */
  day: (at: Instant, now?: Date) => string;
  /** 4 Mar 2026, 19:05. */
  dateTime: (at: Instant) => string;
  number: (value: number) => string;
  /** Germany, of `DE`. */
  country: (code: string) => string;
}

/** A calendar day (`YYYY-MM-DD`) as local noon, which exists on every day in every time zone. */
export const dayHere = (day: string): Instant => `${day}T12:00:00`;

const DAYS: readonly WeekDay[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Newer engines offer a method, older ones a property, some neither. */
function usualFirstDay(locale: string): WeekDay {
  const place: unknown = new Intl.Locale(locale).maximize();
  const info: unknown = readFrom(place, 'getWeekInfo') ?? readFrom(place, 'weekInfo');
  const number: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : null;
  return (typeof number === 'number' && DAYS[number - 1]) || 'mon';
}

function readFrom(place: unknown, name: string): unknown {
  if (typeof place !== 'object' || place === null) return undefined;
  const value: unknown = Reflect.get(place, name);
  return typeof value === 'function' ? Reflect.apply(value, place, []) : value;
}

/** The formatters for one choice. Create them once: they are expensive. */
export function formatsOf({ locale, hour12, firstDay }: FormatChoice): Formats {
  // h23 instead of `hour12: false`, which writes midnight as 24:00 in some locales.
  const clock = hour12 === undefined ? {} : ({ hourCycle: hour12 ? 'h12' : 'h23' } as const);
  const hours = { hour: 'numeric', minute: '2-digit', ...clock } as const;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(locale, options);
    return (at: Instant): string => made.format(new Date(at));
  };
  const [thisYear, otherYear] = [
    format({ weekday: 'long', day: 'numeric', month: 'long' }),
    format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  ];
  const numbers = new Intl.NumberFormat(locale);
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  return {
    locale,
    firstDay: firstDay ?? usualFirstDay(locale),
    time: format(hours),
    timeIn: (at, timeZone) => format({ ...hours, timeZone })(at),
    date: format({ dateStyle: 'long' }),
    dateIn: (at, timeZone) => format({ dateStyle: 'long', timeZone })(at),
    month: format({ month: 'long', year: 'numeric' }),
    day: (at, now = new Date()) => (new Date(at).getFullYear() === now.getFullYear() ? thisYear : otherYear)(at),
    dateTime: format({ dateStyle: 'medium', timeStyle: 'short', ...clock }),
    number: (value) => numbers.format(value),
    country: (code) => countries.of(code) ?? code,
  };
}

/** The browser's regional variant of a language, if it lists one: 'en-GB' for 'en'. */
export function localeFor(language: string, browser: readonly string[] = navigator.languages): string {
  return browser.find((one) => (one === language || one.startsWith(`${language}-`)) && isLocale(one)) ?? language;
}

/** A browser may list what is none: under the POSIX locale Chromium lists "en-US@posix", with which every format throws. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const FormatsContext = createContext<Formats | null>(null);

export const FormatsProvider = FormatsContext.Provider;

let usual: Formats | null = null;

/** The formats of the page's language, for pages without settings. */
const usualFormats = (): Formats => (usual ??= formatsOf({ locale: localeFor(pageLanguage()) }));

/** The user's date and number formats, from Settings. */
export const useFormats = (): Formats => useContext(FormatsContext) ?? usualFormats();
