import type { EntityType, NotificationKind, NotificationView, ServerToClientEvents } from '@duet/contracts';
import { isInView } from '../../platform/device/in-view.js';
import type { LiveTools } from '../../sync/index.js';
import { notificationText } from '../../texts/index.js';
import { addNotification } from './notifications-api.js';

/** The live updates of these show a toast of their own. */
const TOASTED_ELSEWHERE: ReadonlySet<string> = new Set(['capsule', 'challenge']);

/** The kind of the settings that decides about a notification's toast. */
const KINDS: Partial<Record<EntityType, NotificationKind>> = {
  couple: 'partner',
  partner_request: 'partner',
  date_reminder: 'reminders',
  daily_question: 'dailyQuestion',
  capsule_reminder: 'memories',
  challenge_reminder: 'challenges',
  goal: 'goals',
  list: 'lists',
  story: 'stories',
  wish: 'challenges',
  nudge: 'gestures',
  mood: 'gestures',
};

const TOASTS: Partial<Record<NotificationView['type'], 'error'>> = { warning: 'error' };

export const notificationHandlers = ({ dispatch, invalidate, showToast, toast }: LiveTools) =>
  ({
    notification: (notification) => {
      dispatch(addNotification(notification));
      // A list that is being loaded may not contain it yet.
      invalidate(['Notifications']);
      const { type, entity } = notification;
      const text = notificationText(notification);
      // A visible item shows the news itself.
      if (entity && isInView(entity.id)) return;
      if (entity && TOASTED_ELSEWHERE.has(entity.type)) return;
      const kind = entity && KINDS[entity.type];
      if (kind && type !== 'warning') toast(kind, text);
      else showToast({ kind: TOASTS[type] ?? 'live', text });
    },
  }) satisfies Partial<ServerToClientEvents>;
