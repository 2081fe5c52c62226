import type { stats as en } from '../en/stats.js';

export const stats: Record<keyof typeof en, string> = {
  memoriesCreated: 'Erinnerungen',
  messagesSent: 'Nachrichten',
  challengesCompleted: 'Challenges geschafft',
  daysTogether: 'Tage zusammen',
  notAvailable: 'nicht verfügbar',
  togetherForDays: '{days, plural, one {# Tag zusammen} other {# Tage zusammen}}',
};
