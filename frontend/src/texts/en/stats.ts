export const stats = {
  memoriesCreated: 'Memories Created',
  messagesSent: 'Messages Sent',
  challengesCompleted: 'Challenges Completed',
  daysTogether: 'Days Together',
  notAvailable: 'not available',
} as const;
