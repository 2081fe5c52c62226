import { type NotificationChannel, type NotificationKind, notifiableFrom } from '@duet/contracts';
import type { User } from '../users/user.entity.js';
import { settingsOf } from '../users/user.view.js';

/** The earliest instant for a mail or push, by the time zone that a device reported last; null when it is switched off. */
export function notifiableFor(
  user: User,
  kind: NotificationKind,
  channel: NotificationChannel,
  now: Date,
): Date | null {
  const settings = settingsOf(user);
  return notifiableFrom(settings, kind, channel, now, settings.notifications.quietHours.timezone ?? 'UTC');
}
