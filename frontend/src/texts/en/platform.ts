export const platform = {
  pinHasDigits: 'A PIN has {min} to {max} digits',
  passkeyExists: 'This device already has a passkey for your account.',
  passkeyWrongAddress: 'Passkeys do not work at this address.',
  passkeyNotKept: 'This device cannot keep a passkey that asks for your finger, face or PIN.',
  passkeyNotMade: 'This device cannot make a passkey.',
  passkeysUnsupported: 'This browser cannot use passkeys.',
  passkeyFailed: 'The passkey could not be used. Please try again.',
} as const;
