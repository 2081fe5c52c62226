export const notifications = {
  notificationsCountUnread: 'Notifications, {count} unread',
  noNewNotifications: 'No new notifications',
  hearOfNewMessagesWhileDuet: 'Hear of new messages while Duet is in the background.',
  notifyMeOnThisDevice: 'Notify me on this device',
} as const;
