import { TEXTS } from '@duet/contracts/plain';
import { session } from '../../api/session.js';
import { toast } from '../../ui/toast-queue.js';
import { useLogoutMutation } from './auth-api.js';

/** How long a sign-out waits for the server before it happens anyway, in milliseconds. */
const PATIENCE = 1_500;

export function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  return async () => {
    const { refreshToken } = session.get();
    const told = logout({ refreshToken });
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    session.signedOut(true);
    toast.success(TEXTS.success.logout);
  };
}
