import { TEXTS } from '@duet/contracts/plain';
import { leaving } from '../../observable/leaving.js';
import { session } from '../../platform/session/session.js';
import { toast } from '../../ui/toast-queue.js';
import { useLogoutMutation } from './auth-api.js';

/** How long each step of a sign-out waits for the server before it continues without, in milliseconds. */
const STEP_TIMEOUT = 1_500;

const soon = (step: Promise<unknown>): Promise<unknown> =>
  Promise.race([step, new Promise((resolve) => setTimeout(resolve, STEP_TIMEOUT))]);

export function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  return async () => {
    session.leaves();
    await soon(leaving.finish());
    // Read after that work, which may have refreshed the tokens.
    const { refreshToken } = session.get();
    await soon(logout({ refreshToken }));
    session.signedOut(true);
    // The toasts of this user: one may offer to undo what has been sent.
    toast.clear();
    toast.success(TEXTS.success.logout);
  };
}
