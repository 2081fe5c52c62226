import type { NotificationChannel, NotificationKind, QuietHours, Settings } from './settings.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Returns whether a kind comes from the partner: a mute silences only such kinds. */
const FROM_PARTNER: Record<NotificationKind, boolean> = {
  messages: true,
  reactions: true,
  partner: true,
  memories: true,
  challenges: true,
  goals: true,
  lists: true,
  stories: true,
  gestures: true,
  dailyQuestion: true,
  reminders: false,
};

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Milliseconds since midnight in this zone; in the device's zone without one. */
function timeOfDay(at: Date, zone: string | undefined): number {
  const options = {
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    ...(zone && { timeZone: zone }),
  } as const;
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((found) => found.type === type)?.value ?? 0);
  return (
    (part('hour') * 60 + part('minute')) * MINUTE + part('second') * 1_000 + (((at.getTime() % 1_000) + 1_000) % 1_000)
  );
}

/** Milliseconds until the quiet hours end; 0 outside of them. `from` is included, `to` is not. */
function quietFor({ enabled, from, to }: QuietHours, at: Date, zone: string | undefined): number {
  if (!enabled || from === to) return 0;
  const now = timeOfDay(at, zone);
  const since = (now - minutesOf(from) * MINUTE + DAY) % DAY;
  const length = (minutesOf(to) - minutesOf(from)) * MINUTE;
  return Math.max(0, (length < 0 ? length + DAY : length) - since);
}

/**
 * Computes when a notification of this kind may be delivered over this channel: the first such instant at or after `at`, or
 * null for never. It ignores a later change to or from summer time, so ask again at that instant.
 * @param zone time zone of the quiet hours; the device's own by default
 */
export function notifiableFrom(
  settings: Pick<Settings, 'notifications'>,
  kind: NotificationKind,
  channel: NotificationChannel,
  at: Date,
  zone?: string,
): Date | null {
  const { matrix, mutedUntil, quietHours } = settings.notifications;
  if (!matrix[kind][channel]) return null;
  const muted = FROM_PARTNER[kind] && mutedUntil !== null ? Date.parse(mutedUntil) : 0;
  const unmuted = new Date(Math.max(at.getTime(), muted));
  return new Date(unmuted.getTime() + quietFor(quietHours, unmuted, zone));
}

/**
 * Returns whether a notification may be delivered now: as a toast, a sound, a system notification or a mail. The app's
 * list depends on `inApp` alone.
 */
export function shouldNotify(
  settings: Pick<Settings, 'notifications'>,
  kind: NotificationKind,
  channel: NotificationChannel,
  at: Date,
  zone?: string,
): boolean {
  return notifiableFrom(settings, kind, channel, at, zone)?.getTime() === at.getTime();
}
