export const stats = {
  memoriesCreated: 'Memories Created',
  messagesSent: 'Messages Sent',
  challengesCompleted: 'Challenges Completed',
  daysTogether: 'Days Together',
  notAvailable: 'not available',
  togetherForDays: '{days, plural, one {# day together} other {# days together}}',
} as const;
