import type { ReactNode } from 'react';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import styles from './auth-layout.module.css';
import { ResendButton } from './resend-button.js';

/** Shows its children to users with a verified address, and Send again to others. */
export function VerifyFirst({ children }: { children: ReactNode }) {
  const { user } = useSession();
  if (!user || user.emailVerified !== false) return children;
  return (
    <>
      <p>{t('auth.pleaseVerifyYourEmailFirstOpen', { email: user.email })}</p>
      <div className={styles.buttons}>
        <ResendButton look="secondary" />
      </div>
    </>
  );
}
