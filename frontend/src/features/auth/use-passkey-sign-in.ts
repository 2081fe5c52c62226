import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { askForPasskey, canFillInPasskeys, forgetPasskey, stopAsking } from '../../api/web-authn.js';
import { toast } from '../../ui/toast-queue.js';
import { useAskPasskeySignInMutation, useSignInWithPasskeyMutation } from './passkeys-api.js';

/** A question is good for five minutes; a page that stays open asks anew before that. */
const RENEW = (LIMITS.passkeyMinutes - 1) * 60_000;

/**
 * Two ways to sign in by passkey: by a press, which opens the browser's dialog, and from what the browser offers to
 * fill into the e-mail field. There is one question at a time, so the offer rests while the dialog is open.
 */
export function usePasskeySignIn(onFailed: (messages: string[]) => void): { press: () => Promise<void>; isBusy: boolean } {
  const [ask] = useAskPasskeySignInMutation();
  const [signIn] = useSignInWithPasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  const run = useCallback(
    async (where: 'dialog' | 'field', isOver: () => boolean = () => false): Promise<void> => {
      // Nobody has pressed anything: an offer that cannot be made is none.
      const tell = where === 'dialog' ? onFailed : () => undefined;
      const asked = await ask();
      if (isOver()) return;
      if (!asked.data) return tell(failureOf(asked.error, TEXTS.fallback.login).messages);
      const shown = await askForPasskey(asked.data, where);
      if (shown.ended === 'failed') tell(shown.messages);
      if (shown.ended !== 'done') return;
      const { error } = await signIn(shown.answer);
      if (!error) return void toast.success(TEXTS.success.login);
      const { code, messages } = failureOf(error, TEXTS.fallback.login);
      if (code === 'PASSKEY_UNKNOWN') forgetPasskey(asked.data.rpId, shown.answer.id);
      onFailed(messages);
      setRound((held) => held + 1);
    },
    [ask, signIn, onFailed],
  );

  useEffect(() => {
    if (isBusy) return undefined;
    let over = false;
    const offer = async (): Promise<void> => {
      if ((await canFillInPasskeys()) && !over) await run('field', () => over);
    };
    void offer();
    const renewal = setTimeout(() => setRound((held) => held + 1), RENEW);
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
