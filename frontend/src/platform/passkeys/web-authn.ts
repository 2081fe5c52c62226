import type { AddPasskeyDto, PasskeyCreationOptions, PasskeyProofDto, PasskeyRequestOptions } from '@duet/contracts';
import {
  WebAuthnAbortService,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { type PlainTextKey, t } from '../../texts/index.js';

/** The outcome of the browser's dialog. A cancelled one needs no message. */
export type Ceremony<Answer> =
  { ended: 'done'; answer: Answer } | { ended: 'cancelled' } | { ended: 'failed'; messages: string[] };

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn();

/** Whether the browser offers passkeys in its autofill. */
export const canFillInPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

/** Ends an open dialog or autofill offer as cancelled. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

/** Signals that the passkey is unknown here, so that its provider stops offering it. Few browsers support that. */
export function forgetPasskey(rpID: string, credentialID: string): void {
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}

/** Asks the user to create a passkey. */
export function createPasskey(optionsJSON: PasskeyCreationOptions): Promise<Ceremony<AddPasskeyDto>> {
  return perform(async () => {
    const { id, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
  });
}

/** Asks for a passkey: in a dialog, or by autofill in a field marked `webauthn`. */
export function askForPasskey(
  optionsJSON: PasskeyRequestOptions,
  where: 'dialog' | 'field' = 'dialog',
): Promise<Ceremony<PasskeyProofDto>> {
  return perform(async () => {
    const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: where === 'field' });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } };
  });
}

/** Error names of a cancelled dialog. Browsers report a time-out the same way, on purpose. */
const CANCELLED = ['NotAllowedError', 'AbortError'];

const FAILURES: Record<string, PlainTextKey> = {
  InvalidStateError: 'platform.passkeyExists',
  SecurityError: 'platform.passkeyWrongAddress',
  ConstraintError: 'platform.passkeyNotKept',
  NotSupportedError: 'platform.passkeyNotMade',
};

async function perform<Answer>(ceremony: () => Promise<Answer>): Promise<Ceremony<Answer>> {
  if (!canUsePasskeys()) return { ended: 'failed', messages: [t('platform.passkeysUnsupported')] };
  try {
    return { ended: 'done', answer: await ceremony() };
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    if (CANCELLED.includes(name)) return { ended: 'cancelled' };
    return { ended: 'failed', messages: [t(FAILURES[name] ?? 'platform.passkeyFailed')] };
  }
}
