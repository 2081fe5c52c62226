import { TEXTS } from '@duet/contracts/plain';
import { session } from '../../platform/session/session.js';
import { toast } from '../../ui/toast-queue.js';
import { useLogoutMutation } from './auth-api.js';

/** How long a sign-out waits for the server before it continues without, in milliseconds. */
const LOGOUT_TIMEOUT = 1_500;

export function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  return async () => {
    const { refreshToken } = session.get();
    const loggedOut = logout({ refreshToken });
    await Promise.race([loggedOut, new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT))]);
    session.signedOut(true);
    toast.success(TEXTS.success.logout);
  };
}
