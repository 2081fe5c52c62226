import type { push as en } from '../en/push.js';

/** The texts of push notifications. The service worker loads only this file. */
export const push: Record<keyof typeof en, string> = {
  aMessage: 'Eine Nachricht',
  aPhoto: 'Ein Foto',
  aVideo: 'Ein Video',
  aVoiceNote: 'Eine Sprachnachricht',
  aFile: 'Eine Datei',
  duet: 'Duet',
  fromWithCount: '{name} · {count, plural, one {# neue Nachricht} other {# neue Nachrichten}}',
  newMessages: '{count, plural, one {Neue Nachricht} other {# neue Nachrichten}}',
  sentYou:
    '{count, plural, one {{name} hat dir eine Nachricht geschickt} other {{name} hat dir # Nachrichten geschickt}}',
  newReaction: 'Neue Reaktion',
  reacted: '{name} hat mit {emoji} reagiert',
  reactedToYourMessage: '{name} hat auf deine Nachricht reagiert',
  test: 'So sieht eine Mitteilung aus',
  somethingNew: 'Es gibt etwas Neues für dich',
  reply: 'Antworten',
  replyPlaceholder: 'Nachricht',
  love: 'Herz ❤️',
  replyKept: 'Deine Antwort bleibt auf diesem Gerät. Duet sendet sie, sobald es offen und verbunden ist.',
  loveNotSent: 'Dein ❤️ wurde nicht gesendet. Öffne den Chat und versuch es noch einmal.',
  newMessageFrom: 'Neue Nachricht von {name}',
};
