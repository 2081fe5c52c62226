import type { notifications as en } from '../en/notifications.js';

export const notifications: Record<keyof typeof en, string> = {
  notificationsCountUnread: 'Mitteilungen, {count} ungelesen',
  noNewNotifications: 'Keine neuen Mitteilungen',
  all: 'Alle Mitteilungen',
  couldNotBeLoaded: 'Deine Mitteilungen ließen sich nicht laden',
  hearOfNewMessagesWhileDuet: 'Erfahre von neuen Nachrichten, auch wenn Duet im Hintergrund ist.',
  notifyMeOnThisDevice: 'Auf diesem Gerät benachrichtigen',
};
