import type { appLock as en } from '../en/appLock.js';

export const appLock: Record<keyof typeof en, string> = {
  off: 'Aus',
  passkey: 'Passkey',
  thisBrowserKeepsNothingSoIt: 'Dieser Browser merkt sich nichts und kann Duet darum nicht sperren',
  afterMinutes: '{minutes, plural, =0 {Sobald ich weg bin} one {Nach # Minute} other {Nach # Minuten}}',
  appLock: 'App-Sperre',
  keepsDuetOutOfSightOn:
    'Verbirgt Duet auf diesem Gerät, wenn es niemand benutzt oder wenn es geschlossen war. Mit einer PIN sind die Nachrichten und Bilder verschlüsselt, die sich das Gerät für Zeiten ohne Verbindung merkt; mit einem Passkey merkt es sich keine. Noch nicht Gesendetes und deine Anmeldung sind unverschlüsselt gespeichert.',
  unlockWith: 'Entsperren mit',
  lockAfter: 'Wann sperren',
  asSoonAsNoTabWith: 'Sobald kein Tab mit Duet zu sehen ist, und nach 5 Minuten ohne Berührung.',
  lockNow: 'Jetzt sperren',
  changePIN: 'PIN ändern',
  duetLocksItselfOnThisDevice: 'Duet sperrt sich auf diesem Gerät',
  theAppLockIsOff: 'Die App-Sperre ist aus',
  yourPIN: 'Deine PIN',
  submitLabelWithPasskey: '{submitLabel} mit Passkey',
  lockWithPasskey: 'Mit Passkey sperren',
  theTwoPINsDiffer: 'Die beiden PINs stimmen nicht überein',
  newPIN: 'Neue PIN',
  minToMaxDigitsForThis: '{min} bis {max} Ziffern, nur für diesen Browser.',
  theSamePINAgain: 'Noch einmal dieselbe PIN',
  setPIN: 'PIN festlegen',
  duetsServerChecksYourPasskeySo: 'Der Server von Duet prüft deinen Passkey. Dafür braucht es eine Verbindung.',
  pinIsRequired: 'Bitte gib deine PIN ein',
  thisPINIsNotCorrect: 'Diese PIN stimmt nicht.',
  nextTryIn: 'Nächster Versuch in <timer>{left}</timer>',
  tooManyWrong:
    'Zu viele falsche PINs. Nach {left, plural, one {einer weiteren} other {# weiteren}} wirst du auf diesem Gerät abgemeldet.',
  pin: 'PIN',
};
