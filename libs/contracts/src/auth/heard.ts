import type { NotificationChannel, NotificationKind, QuietHours, Settings } from './settings.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A mute is about the partner; what the app itself reminds of still comes. */
const FROM_PARTNER: Record<NotificationKind, boolean> = {
  messages: true, reactions: true, partner: true, memories: true, challenges: true, dailyQuestion: true, reminders: false,
};

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** How far into the day it is, in milliseconds; by the device's own clock without a zone. */
function timeOfDay(at: Date, zone: string | undefined): number {
  const options = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23', ...(zone && { timeZone: zone }) } as const;
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((found) => found.type === type)?.value ?? 0);
  return (part('hour') * 60 + part('minute')) * MINUTE + part('second') * 1_000 + (((at.getTime() % 1_000) + 1_000) % 1_000);
}

/** How long the quiet hours still last at this instant, in milliseconds; 0 outside of them. `from` is quiet, `to` is not. */
function quietFor({ enabled, from, to }: QuietHours, at: Date, zone: string | undefined): number {
  if (!enabled || from === to) return 0;
  const now = timeOfDay(at, zone);
  const since = (now - minutesOf(from) * MINUTE + DAY) % DAY;
  const length = (minutesOf(to) - minutesOf(from)) * MINUTE;
  return Math.max(0, (length < 0 ? length + DAY : length) - since);
}

/**
 * The first instant, not before `at`, in which something of this kind may make itself heard over this channel; null
 * when it never may. The clock changes of a summer time are not looked ahead for: ask again when the instant comes.
 * @param zone by whose clock quiet hours are meant; the device's own when left out
 */
export function heardFrom(settings: Pick<Settings, 'notifications'>, kind: NotificationKind, channel: NotificationChannel, at: Date, zone?: string): Date | null {
  const { matrix, mutedUntil, quietHours } = settings.notifications;
  if (!matrix[kind][channel]) return null;
  const muted = FROM_PARTNER[kind] && mutedUntil !== null ? Date.parse(mutedUntil) : 0;
  const unmuted = new Date(Math.max(at.getTime(), muted));
  return new Date(unmuted.getTime() + quietFor(quietHours, unmuted, zone));
}

/**
 * Whether something makes itself heard now: shows a toast, plays a sound, pops up, is mailed. The app's list of
 * notifications keeps what `inApp` allows, heard or not.
 */
export function isHeard(settings: Pick<Settings, 'notifications'>, kind: NotificationKind, channel: NotificationChannel, at: Date, zone?: string): boolean {
  return heardFrom(settings, kind, channel, at, zone)?.getTime() === at.getTime();
}
