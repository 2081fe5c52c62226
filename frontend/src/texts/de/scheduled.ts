import type { scheduled as en } from '../en/scheduled.js';

export const scheduled: Record<keyof typeof en, string> = {
  changeScheduledMessage: 'Geplante Nachricht ändern',
  scheduledMessages: 'Geplante Nachrichten',
  nothingIsScheduled: 'Nichts geplant',
  chooseSendLaterBesideAText: 'Wähle neben einem Text „Später senden“, und er geht raus, wann du willst.',
  sendNow: 'Jetzt senden',
  change: 'Ändern',
  cancelMessage: 'Nachricht verwerfen',
  pleaseChooseATimeThatIs: 'Bitte wähle einen Zeitpunkt, der noch kommt.',
  writtenForAnotherConversation:
    'Nicht geplant: Das ist für eine andere Unterhaltung geschrieben. Deine Worte stehen noch im Feld.',
  answeredMessageIsGone:
    'Nicht geplant: Die Nachricht, auf die du antwortest, ist weg. Deine Worte stehen noch im Feld.',
  scheduledFor: 'Geplant für {day}, {time}',
  sendLater: 'Später senden',
  chooseATime: 'Zeitpunkt wählen…',
  schedule: 'Planen',
  tonight: 'Heute Abend',
  tomorrow: 'Morgen',
  count: '{count} geplant',
  notLoaded: 'Die geplanten Nachrichten ließen sich nicht laden. Noch einmal versuchen',
  someOnHold: 'Geplante Nachrichten sind angehalten',
  onHold: 'Angehalten, weil andere Geräte abgemeldet wurden. Sende die Nachricht jetzt oder ändere den Zeitpunkt.',
  inOneHour: 'In 1 Stunde',
};
