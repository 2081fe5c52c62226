export const notifications = {
  notificationsCountUnread: 'Notifications, {count} unread',
  noNewNotifications: 'No new notifications',
  all: 'All notifications',
  couldNotBeLoaded: 'Your notifications could not be loaded',
  hearOfNewMessagesWhileDuet: 'Hear of new messages while Duet is in the background.',
  notifyMeOnThisDevice: 'Notify me on this device',
} as const;
