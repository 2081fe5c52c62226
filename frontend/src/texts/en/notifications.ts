export const notifications = {
  notificationsCountUnread: 'Notifications, {count} unread',
  noNewNotifications: 'No new notifications',
  whatAppearsHere: 'What your partner does here and what comes up soon shows in this list.',
  all: 'All notifications',
  couldNotBeLoaded: 'Your notifications could not be loaded',
  hearOfNewMessagesWhileDuet: 'Hear of new messages while Duet is in the background.',
  notifyMeOnThisDevice: 'Notify me on this device',
} as const;
