import { useEffect, useLayoutEffect, useState } from 'react';
import { appLock, useAppLock } from '../api/app-lock.js';
import { useSession } from '../api/session.js';
import { useUnsentCount } from '../api/unsent.js';
import { PasskeyQuestion } from '../features/app-lock/passkey-question.js';
import { PinQuestion } from '../features/app-lock/pin-question.js';
import { useSignOut } from '../features/auth/use-sign-out.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Mark } from '../ui/mark.js';
import { Spinner } from '../ui/spinner.js';
import { toast } from '../ui/toast-queue.js';
import styles from './lock-page.module.css';

/** In the place of every protected page while Duet is locked: none of them is there then, and nobody's name. */
export function LockPage() {
  const { kind, isOver } = useAppLock();
  useSilence();
  useWayBack();
  useLastTry();
  return (
    <main className={styles.page}>
      <div className={styles.body}>
        <Mark size={72} className={styles.mark} />
        <h1>Duet is locked</h1>
        {isOver ? (
          <p role="status" className={styles.ending}>
            <Spinner label="Signing out" /> Too many wrong PINs. Signing out…
          </p>
        ) : (
          <>
            {kind === 'pin' && <PinQuestion label="PIN" submitLabel="Unlock" onRight={appLock.unlock} />}
            {kind === 'passkey' && <PasskeyQuestion submitLabel="Unlock with passkey" onRight={appLock.unlock} />}
            <SignOutInstead label={kind === 'pin' ? 'Forgot your PIN? Sign out' : 'Passkey not at hand? Sign out'} />
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
      <ConfirmDialog title="Sign out on this device?" confirmLabel="Sign out" isOpen={isAsking} isPending={isLeaving} onClose={() => setAsking(false)} onConfirm={leave}>
        <p>You sign in again with your password or a passkey, and the lock here is gone.</p>
        <p>
          {unsent === 0
            ? 'Whatever only this browser has, such as a message on its way, is lost.'
            : unsent === 1
              ? '1 message has not been sent yet. It is lost.'
              : `${unsent} messages have not been sent yet. They are lost.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** What React Aria has said to screen readers lies beside the pages for some seconds: it goes with them. */
function useSilence(): void {
  useLayoutEffect(() => {
    for (const said of document.querySelectorAll('[data-live-announcer] > *')) said.replaceChildren();
  }, []);
}

/** After the last wrong PIN nothing stays on this device but the way to sign in. */
function useLastTry(): void {
  const { isOver } = useAppLock();
  const { status } = useSession();
  const signOut = useSignOut();
  const [leaving] = useState({ once: false });
  useEffect(() => {
    if (!isOver || status !== 'authenticated' || leaving.once) return;
    leaving.once = true;
    void signOut().then(() => toast.error('Too many wrong PINs. You are signed out on this device.'));
  }, [isOver, status, signOut, leaving]);
}

/** Whoever unlocks comes back to where the page stood, with the focus in it. */
function useWayBack(): void {
  // While this is drawn for the first time, the page that it takes the place of still stands.
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
