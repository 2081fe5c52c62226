import { type NotificationChannel, type NotificationKind, heardFrom } from '@duet/contracts';
import type { User } from '../accounts/user.entity.js';
import { settingsOf } from '../accounts/user.view.js';

/** When somebody may hear of something over a channel that no page decides about: by the clock that a device told last. */
export function heardBy(user: User, kind: NotificationKind, channel: NotificationChannel, now: Date): Date | null {
  const settings = settingsOf(user);
  return heardFrom(settings, kind, channel, now, settings.notifications.quietHours.timezone ?? 'UTC');
}
