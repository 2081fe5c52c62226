import { useState } from 'react';
import { type AppLock, appLock, useAppLock } from '../../api/app-lock.js';
import { LOCK_AFTER, type LockAfter } from '../../api/app-lock-rules.js';
import { canVerify } from '../../api/app-lock-verifier.js';
import { canUsePasskeys, useGetPasskeysQuery } from '../../api/passkeys.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast-queue.js';
import { Choice } from '../../ui/toggle.js';
import styles from './app-lock.module.css';
import { NewPin } from './new-pin.js';
import { PasskeyQuestion } from './passkey-question.js';
import { PinQuestion } from './pin-question.js';

type Kind = AppLock['kind'];

const KINDS: Record<Kind, string> = { off: 'Off', pin: 'PIN', passkey: 'Passkey' };
const KEEPS_NOTHING = 'This browser keeps nothing, so it cannot lock Duet';

const afterLabel = (minutes: LockAfter): string => (minutes === 0 ? 'When I leave' : minutes === 1 ? '1 minute' : `${minutes} minutes`);
const AFTER = LOCK_AFTER.map((minutes) => ({ value: String(minutes), label: afterLabel(minutes) }));

/** What can open a lock here: hashing takes a secure origin, a passkey one that the person has. */
function useKinds(now: Kind): Kind[] {
  const { data } = useGetPasskeysQuery(undefined, { skip: !canUsePasskeys() });
  const hasPasskey = canUsePasskeys() && (data?.length ?? 0) > 0;
  const isOffered = { off: true, pin: canVerify(), passkey: hasPasskey };
  return (['off', 'pin', 'passkey'] as const).filter((kind) => kind === now || isOffered[kind]);
}

/** Locks Duet on this device when nobody uses it. */
export function AppLockPanel() {
  const { kind, minutes } = useAppLock();
  const kinds = useKinds(kind);
  const [wish, setWish] = useState<Kind | null>(null);
  const choose = (next: Kind): void => setWish(next === kind ? null : next);
  return (
    <section className={styles.panel} aria-labelledby="app-lock-title">
      <h3 id="app-lock-title">App lock</h3>
      <p className={styles.soft}>
        Keeps Duet out of sight on this device when nobody uses it, and when it was closed. It is a curtain before the screen: what this browser stores is
        not encrypted by it.
      </p>
      <Choice label="Unlock with" value={wish ?? kind} options={kinds.map((value) => ({ value, label: KINDS[value] }))} onChange={choose} />
      {wish !== null && <Change key={wish} kind={kind} wish={wish} minutes={minutes} onDone={() => setWish(null)} />}
      {wish === null && kind !== 'off' && (
        <>
          <Choice
            label="Lock after"
            value={String(minutes)}
            options={AFTER}
            onChange={(value) => {
              const chosen = LOCK_AFTER.find((one) => String(one) === value);
              if (chosen !== undefined) appLock.lockAfter(chosen);
            }}
          />
          {minutes === 0 && <p className={styles.soft}>As soon as no tab with Duet is in sight, and after 5 minutes without a touch.</p>}
          <div className={styles.buttons}>
            <Button onPress={appLock.lock}>Lock now</Button>
            {kind === 'pin' && <Button onPress={() => setWish('pin')}>Change PIN</Button>}
          </div>
        </>
      )}
    </section>
  );
}

interface ChangeProps {
  kind: Kind;
  wish: Kind;
  minutes: LockAfter;
  onDone: () => void;
}

/** First whoever sits here shows that they may, then what is new. */
function Change({ kind, wish, minutes, onDone }: ChangeProps) {
  const [isProven, setProven] = useState(kind === 'off');
  const become = async (pin: string | null): Promise<void> => {
    if (await appLock.turnOn(pin, minutes)) toast.success('Duet locks itself on this device');
    else toast.error(KEEPS_NOTHING);
    onDone();
  };
  const proven = (): void => {
    setProven(true);
    if (wish !== 'off') return;
    appLock.turnOff();
    toast.success('The app lock is off');
    onDone();
  };
  if (!isProven) {
    const submitLabel = wish === 'off' ? 'Turn off' : 'Continue';
    if (kind === 'pin') return <PinQuestion label="Your PIN" submitLabel={submitLabel} onRight={proven} onCancel={onDone} />;
    return <PasskeyQuestion submitLabel={`${submitLabel} with passkey`} onRight={proven} onCancel={onDone} />;
  }
  if (wish === 'pin') return <NewPin onPin={become} onCancel={onDone} />;
  return <PasskeyQuestion submitLabel="Lock with passkey" onRight={() => void become(null)} onCancel={onDone} />;
}
