import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { appLock, useAppLock } from '../platform/app-lock/app-lock.js';
import { useSession } from '../platform/session/session.js';
import { PasskeyQuestion } from '../features/app-lock/passkey-question.js';
import { PinQuestion } from '../features/app-lock/pin-question.js';
import { SignOutDialog } from '../features/auth/sign-out-dialog.js';
import { useSignOut } from '../features/auth/use-sign-out.js';
import { t } from '../texts/index.js';
import { Button } from '../ui/button.js';
import { Logo } from '../ui/logo.js';
import { Spinner } from '../ui/spinner.js';
import { toast } from '../ui/toast-queue.js';
import styles from './lock-page.module.css';

/** Replaces every protected page while Duet is locked; shows no names. */
export function LockPage() {
  const { kind, isOver } = useAppLock();
  useClearAnnouncements();
  useRestorePosition();
  useSignOutAfterLastTry();
  return (
    <main className={styles.page}>
      <div className={styles.body}>
        <Logo size={72} className={styles.logo} />
        <h1>{t('app.duetIsLocked')}</h1>
        {isOver ? (
          <p role="status" className={styles.ending}>
            <Spinner label={t('app.signingOut')} /> {t('app.tooManyWrongPINsSigningOut')}
          </p>
        ) : (
          <>
            {kind === 'pin' && (
              <PinQuestion label={t('app.pin')} submitLabel={t('app.unlock')} onRight={appLock.unlock} />
            )}
            {kind === 'passkey' && (
              <PasskeyQuestion submitLabel={t('app.unlockWithPasskey')} onRight={appLock.unlock} />
            )}
            <SignOutInstead label={kind === 'pin' ? t('app.forgotYourPINSignOut') : t('app.passkeyNotAtHandSignOut')} />
          </>
        )}
      </div>
    </main>
  );
}

function SignOutInstead({ label }: { label: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="ghost" onPress={() => setAsking(true)}>
        {label}
      </Button>
      <SignOutDialog isOpen={isAsking} onClose={() => setAsking(false)}>
        <p>{t('app.youSignInAgainWithYour')}</p>
      </SignOutDialog>
    </>
  );
}

/** Clears what React Aria has announced: it stays in the document for some seconds. */
function useClearAnnouncements(): void {
  useLayoutEffect(() => {
    for (const said of document.querySelectorAll('[data-live-announcer] > *')) said.replaceChildren();
  }, []);
}

/** Signs this device out after the last wrong PIN. */
function useSignOutAfterLastTry(): void {
  const { isOver } = useAppLock();
  const { isAuthenticated } = useSession();
  const signOut = useSignOut();
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isOver || !isAuthenticated || isLeaving.current) return;
    isLeaving.current = true;
    void signOut().then(() => toast.error(t('app.tooManyWrongPINsYouAre')));
  }, [isOver, isAuthenticated, signOut]);
}

/** Restores the scroll position and the focus after unlocking. */
function useRestorePosition(): void {
  // During the first render the locked page is still in the document.
  const [top] = useState(() => window.scrollY);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (appLock.get().isLocked) return;
        window.scrollTo(0, top);
        document.querySelector('main')?.focus({ preventScroll: true });
      });
    },
    [top],
  );
}
