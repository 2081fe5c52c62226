import { KeyRound } from 'lucide-react';
import { canUsePasskeys } from '../../api/web-authn.js';
import { Button } from '../../ui/button.js';
import styles from './passkeys.module.css';
import { usePasskeySignIn } from './use-passkey-sign-in.js';

/** The way in without a password; nothing where the browser has none. */
export function PasskeySignIn({ onFailed }: { onFailed: (messages: string[]) => void }) {
  const { press, isBusy } = usePasskeySignIn(onFailed);
  if (!canUsePasskeys()) return null;
  return (
    <>
      <p className={styles.or}>or</p>
      <Button size="large" wide onPress={() => void press()} isPending={isBusy}>
        <KeyRound size={20} aria-hidden /> Sign in with a passkey
      </Button>
    </>
  );
}
