import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { appLock, useAppLock } from '../platform/app-lock/app-lock.js';
import { useSession } from '../platform/session/session.js';
import { useUnsentCount } from '../sync/index.js';
import { PasskeyQuestion } from '../features/app-lock/passkey-question.js';
import { PinQuestion } from '../features/app-lock/pin-question.js';
import { useSignOut } from '../features/auth/use-sign-out.js';
import { t } from '../texts/index.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Mark } from '../ui/mark.js';
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
        <Mark size={72} className={styles.mark} />
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
  const [isLeaving, setLeaving] = useState(false);
  const signOut = useSignOut();
  const unsent = useUnsentCount();
  const leave = (): void => {
    setLeaving(true);
    void signOut();
  };
  return (
    <>
      <Button look="ghost" onPress={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        title={t('app.signOutOnThisDevice')}
        confirmLabel={t('common.signOut')}
        isOpen={isAsking}
        isPending={isLeaving}
        onClose={() => setAsking(false)}
        onConfirm={leave}
      >
        <p>{t('app.youSignInAgainWithYour')}</p>
        <p>{t('app.unsentIsLost', { unsent })}</p>
      </ConfirmDialog>
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
