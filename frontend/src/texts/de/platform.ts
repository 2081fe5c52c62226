import type { platform as en } from '../en/platform.js';

export const platform: Record<keyof typeof en, string> = {
  pinHasDigits: 'Eine PIN hat {min} bis {max} Ziffern',
  passkeyExists: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
  passkeyWrongAddress: 'Unter dieser Adresse funktionieren Passkeys nicht.',
  passkeyNotKept: 'Dieses Gerät kann keinen Passkey speichern, der nach Finger, Gesicht oder PIN fragt.',
  passkeyNotMade: 'Dieses Gerät kann keinen Passkey anlegen.',
  passkeysUnsupported: 'Dieser Browser kann mit Passkeys nicht umgehen.',
  passkeyFailed: 'Der Passkey ließ sich nicht benutzen. Bitte versuch es noch einmal.',
};
