import { KeyRound } from 'lucide-react';
import { canUsePasskeys } from '../../platform/passkeys/web-authn.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import styles from './passkeys.module.css';
import { usePasskeySignIn } from './use-passkey-sign-in.js';

/** The sign-in by passkey; empty where the browser does not support it. */
export function PasskeySignIn({ onFailed }: { onFailed: (messages: string[]) => void }) {
  const { press, isBusy } = usePasskeySignIn(onFailed);
  if (!canUsePasskeys()) return null;
  return (
    <>
      <p className={styles.or}>{t('auth.or')}</p>
      <Button size="large" wide onPress={() => void press()} isPending={isBusy}>
        <KeyRound size={20} aria-hidden /> {t('auth.signInWithAPasskey')}
      </Button>
    </>
  );
}
