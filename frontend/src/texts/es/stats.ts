import type { stats as en } from '../en/stats.js';

export const stats: Record<keyof typeof en, string> = {
  memoriesCreated: 'Recuerdos creados',
  messagesSent: 'Mensajes enviados',
  challengesCompleted: 'Retos completados',
  daysTogether: 'Días en pareja',
  notAvailable: 'no disponible',
  togetherForDays: '{days, plural, one {# día en pareja} other {# días en pareja}}',
};
