import type { AddPasskeyDto, PasskeyCreationOptions, PasskeyProofDto, PasskeyRequestOptions } from '@duet/contracts';
import { WebAuthnAbortService, browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, sendSignal, startAuthentication, startRegistration } from '@simplewebauthn/browser';

/** What came of the browser's dialog. Whoever cancelled knows that they did: there is nothing to say. */
export type Ceremony<Answer> = { ended: 'done'; answer: Answer } | { ended: 'cancelled' } | { ended: 'failed'; messages: string[] };

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn();

/** Whether the browser offers passkeys among what it fills into a field. */
export const canFillInPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Ends a dialog, or an offer to fill in, that still waits; it then ends as cancelled. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

/** Tells whoever keeps the passkey that it opens nothing here any more, so that it is not offered again; few browsers listen yet. */
export function forgetPasskey(rpID: string, credentialID: string): void {
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}

/** Lets the person make a passkey. */
export function createPasskey(optionsJSON: PasskeyCreationOptions): Promise<Ceremony<AddPasskeyDto>> {
  return perform(async () => {
    const { id, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
  });
}

/** Lets the person show a passkey: in a dialog, or among what the browser fills into a field marked `webauthn`. */
export function askForPasskey(optionsJSON: PasskeyRequestOptions, where: 'dialog' | 'field' = 'dialog'): Promise<Ceremony<PasskeyProofDto>> {
  return perform(async () => {
    const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: where === 'field' });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } };
  });
}

/** The browsers' names of errors; a time-out is told like a cancellation, on purpose. */
const CANCELLED = ['NotAllowedError', 'AbortError'];

const SAID: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address.',
  ConstraintError: 'This device cannot keep a passkey that asks for your finger, face or PIN.',
  NotSupportedError: 'This device cannot make a passkey.',
};

async function perform<Answer>(ceremony: () => Promise<Answer>): Promise<Ceremony<Answer>> {
  if (!canUsePasskeys()) return { ended: 'failed', messages: ['This browser cannot use passkeys.'] };
  try {
    return { ended: 'done', answer: await ceremony() };
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (CANCELLED.includes(name)) return { ended: 'cancelled' };
    return { ended: 'failed', messages: [SAID[name] ?? 'The passkey could not be used. Please try again.'] };
  }
}
