import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { askForPasskey, canFillInPasskeys, forgetPasskey, stopAsking } from '../../platform/passkeys/web-authn.js';
import { toast } from '../../ui/toast-queue.js';
import { askPasskeySignIn, signInWithPasskey } from './sign-in-api.js';

/** After this long an open page renews its challenge, which is valid for a minute longer. In milliseconds. */
const RENEW = (LIMITS.passkeyMinutes - 1) * 60_000;

/**
 * Signs in by passkey: by a press, which opens the browser's dialog, or by autofill in the e-mail field. Browsers allow one
 * request at a time, so autofill pauses while the dialog is open.
 */
export function usePasskeySignIn(onFailed: (messages: string[]) => void): {
  press: () => Promise<void>;
  isBusy: boolean;
} {
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  const run = useCallback(
    async (where: 'dialog' | 'field', isOver: () => boolean = () => false): Promise<void> => {
      // An autofill offer that fails shows nothing: the user did not ask for it.
      const showFailure = where === 'dialog' ? onFailed : () => undefined;
      const asked = await askPasskeySignIn();
      if (isOver()) return;
      if (!asked.data) return showFailure(failureOf(asked.error, TEXTS.fallback.login).messages);
      const shown = await askForPasskey(asked.data, where);
      if (shown.ended === 'failed') showFailure(shown.messages);
      if (shown.ended !== 'done') return;
      const { error } = await signInWithPasskey(shown.answer);
      if (!error) return void toast.success(TEXTS.success.login);
      const { code, messages } = failureOf(error, TEXTS.fallback.login);
      if (code === 'PASSKEY_UNKNOWN') forgetPasskey(asked.data.rpId, shown.answer.id);
      onFailed(messages);
      setRound((count) => count + 1);
    },
    [onFailed],
  );

  useEffect(() => {
    if (isBusy) return undefined;
    let over = false;
    const offer = async (): Promise<void> => {
      if ((await canFillInPasskeys()) && !over) await run('field', () => over);
    };
    void offer();
    const renewal = setTimeout(() => setRound((count) => count + 1), RENEW);
    return () => {
      over = true;
      clearTimeout(renewal);
      stopAsking();
    };
  }, [isBusy, round, run]);

  const press = async (): Promise<void> => {
    onFailed([]);
    setBusy(true);
    await run('dialog');
    setBusy(false);
  };
  return { press, isBusy };
}
