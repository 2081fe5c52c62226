import type { ui as en } from '../en/ui.js';

export const ui: Record<keyof typeof en, string> = {
  working: 'Moment bitte',
  nothingFound: 'Nichts gefunden',
  typeWordToConfirm: 'Gib zur Bestätigung {word} ein',
  connected: 'Verbunden',
  disconnected: 'Nicht verbunden',
  copied: 'Kopiert',
  day: 'Tag',
  time: 'Uhrzeit',
  hidePassword: 'Passwort verbergen',
  showPassword: 'Passwort zeigen',
  passwordRules: 'Regeln für das Passwort',
  met: '(erfüllt)',
  notMetYet: '(noch nicht erfüllt)',
  justNow: 'gerade eben',
  minutesAgo: 'vor {minutes} Min.',
  hoursAgo: 'vor {hours} Std.',
  daysAgo: 'vor {days} T.',
  clearSearch: 'Suche leeren',
  messagesFromDuet: 'Hinweise von Duet',
  dismiss: 'Schließen',
};
