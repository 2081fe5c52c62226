import { useState } from 'react';
import { type AppLock, appLock, useAppLock } from '../../platform/app-lock/app-lock.js';
import { LOCK_AFTER, type LockAfter } from '../../platform/app-lock/app-lock-rules.js';
import { canVerify } from '../../platform/app-lock/app-lock-verifier.js';
import { canUsePasskeys, useGetPasskeysQuery } from '../../platform/passkeys/passkeys.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { toast } from '../../ui/toast-queue.js';
import { Choice } from '../../ui/toggle.js';
import styles from './app-lock.module.css';
import { NewPin } from './new-pin.js';
import { PasskeyQuestion } from './passkey-question.js';
import { PinQuestion } from './pin-question.js';

type LockKind = AppLock['kind'];

const KIND_LABELS: Record<LockKind, PlainTextKey> = {
  off: 'appLock.off',
  pin: 'appLock.pin',
  passkey: 'appLock.passkey',
};

const delays = () =>
  LOCK_AFTER.map((minutes) => ({ value: String(minutes), label: t('appLock.afterMinutes', { minutes }) }));

/** The kinds of lock available here: a PIN needs a secure origin, a passkey must exist. */
function useKinds(now: LockKind): LockKind[] {
  const { data } = useGetPasskeysQuery(undefined, { skip: !canUsePasskeys() });
  const hasPasskey = canUsePasskeys() && (data?.length ?? 0) > 0;
  const isOffered = { off: true, pin: canVerify(), passkey: hasPasskey };
  return (['off', 'pin', 'passkey'] as const).filter((kind) => kind === now || isOffered[kind]);
}

/** The settings of the app lock on this device. */
export function AppLockPanel() {
  const { kind, minutes } = useAppLock();
  const kinds = useKinds(kind);
  const [wish, setWish] = useState<LockKind | null>(null);
  const choose = (next: LockKind): void => setWish(next === kind ? null : next);
  return (
    <section className={styles.panel} aria-labelledby="app-lock-title">
      <h3 id="app-lock-title">{t('appLock.appLock')}</h3>
      <p className={styles.soft}>{t('appLock.keepsDuetOutOfSightOn')}</p>
      <Choice
        label={t('appLock.unlockWith')}
        value={wish ?? kind}
        options={kinds.map((value) => ({ value, label: t(KIND_LABELS[value]) }))}
        onChange={choose}
      />
      {wish !== null && (
        <ChangeLock key={wish} kind={kind} wish={wish} minutes={minutes} onDone={() => setWish(null)} />
      )}
      {wish === null && kind !== 'off' && (
        <>
          <Choice
            label={t('appLock.lockAfter')}
            value={String(minutes)}
            options={delays()}
            onChange={(value) => {
              const chosen = LOCK_AFTER.find((one) => String(one) === value);
              if (chosen !== undefined) appLock.lockAfter(chosen);
            }}
          />
          {minutes === 0 && <p className={styles.soft}>{t('appLock.asSoonAsNoTabWith')}</p>}
          <div className={styles.buttons}>
            <Button onPress={appLock.lock}>{t('appLock.lockNow')}</Button>
            {kind === 'pin' && <Button onPress={() => setWish('pin')}>{t('appLock.changePIN')}</Button>}
          </div>
        </>
      )}
    </section>
  );
}

interface ChangeProps {
  kind: LockKind;
  wish: LockKind;
  minutes: LockAfter;
  onDone: () => void;
}

/** Changes the lock, after the user has proved who they are. */
function ChangeLock({ kind, wish, minutes, onDone }: ChangeProps) {
  const [isProven, setProven] = useState(kind === 'off');
  const become = async (pin: string | null): Promise<void> => {
    if (await appLock.turnOn(pin, minutes)) toast.success(t('appLock.duetLocksItselfOnThisDevice'));
    else toast.error(t('appLock.thisBrowserKeepsNothingSoIt'));
    onDone();
  };
  const proven = (): void => {
    setProven(true);
    if (wish !== 'off') return;
    appLock.turnOff();
    toast.success(t('appLock.theAppLockIsOff'));
    onDone();
  };
  if (!isProven) {
    const submitLabel = wish === 'off' ? t('common.turnOff') : t('common.continue');
    if (kind === 'pin')
      return <PinQuestion label={t('appLock.yourPIN')} submitLabel={submitLabel} onRight={proven} onCancel={onDone} />;
    return (
      <PasskeyQuestion
        submitLabel={t('appLock.submitLabelWithPasskey', { submitLabel })}
        onRight={proven}
        onCancel={onDone}
      />
    );
  }
  if (wish === 'pin') return <NewPin onPin={become} onCancel={onDone} />;
  return (
    <PasskeyQuestion submitLabel={t('appLock.lockWithPasskey')} onRight={() => void become(null)} onCancel={onDone} />
  );
}
