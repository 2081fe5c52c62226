import type { notifications as en } from '../en/notifications.js';

export const notifications: Record<keyof typeof en, string> = {
  notificationsCountUnread: 'Mitteilungen, {count} ungelesen',
  noNewNotifications: 'Keine neuen Mitteilungen',
  whatAppearsHere: 'Was dein Gegenüber hier tut und was bald ansteht, zeigt diese Liste.',
  all: 'Alle Mitteilungen',
  couldNotBeLoaded: 'Deine Mitteilungen ließen sich nicht laden',
  hearOfNewMessagesWhileDuet: 'Erfahre von neuen Nachrichten, auch wenn Duet im Hintergrund ist.',
  notifyMeOnThisDevice: 'Auf diesem Gerät benachrichtigen',
};
