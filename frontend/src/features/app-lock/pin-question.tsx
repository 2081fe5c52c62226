import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LAST_TRY, pauseLeft } from '../../platform/app-lock/app-lock-rules.js';
import { appLock, useAppLock } from '../../platform/app-lock/app-lock.js';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import styles from './app-lock.module.css';
import { PinField } from './pin-field.js';

interface PinQuestionProps {
  label: string;
  submitLabel: string;
  onRight: () => void;
  onCancel?: () => void;
}

/** Asks for the PIN, with pauses after wrong ones. */
export function PinQuestion({ label, submitLabel, onRight, onCancel }: PinQuestionProps) {
  const { wrong } = useAppLock();
  const [pin, setPin] = useState('');
  const [verdict, setVerdict] = useState<'empty' | 'wrong' | null>(null);
  const [isChecking, setChecking] = useState(false);
  const pause = usePause();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isChecking || pause > 0) return;
    if (pin === '') {
      setVerdict('empty');
      return field.current?.focus();
    }
    setChecking(true);
    const found = await appLock.tryPin(pin);
    setChecking(false);
    if (found === 'right') return onRight();
    setPin('');
    setVerdict(found === 'wrong' ? 'wrong' : null);
    field.current?.focus();
  };
  const edit = (digits: string): void => {
    setPin(digits);
    setVerdict(null);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <PinField
        label={label}
        name="pin"
        value={pin}
        onChange={edit}
        error={verdict === 'empty' ? t('appLock.pinIsRequired') : null}
        isReadOnly={pause > 0}
        inputRef={field}
        autoFocus
      />
      {(verdict === 'wrong' || pause > 0) && <Banner tone="error">{wordsFor(wrong, pause > 0)}</Banner>}
      {pause > 0 && (
        <p className={styles.pause}>
          {rich('appLock.nextTryIn', { left: clock(pause), timer: <span role="timer" /> })}
        </p>
      )}
      <div className={onCancel ? styles.buttons : styles.only}>
        {onCancel && <Button onPress={onCancel}>{t('common.cancel')}</Button>}
        <Button type="submit" look="primary" isDisabled={pause > 0} isPending={isChecking}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function wordsFor(wrong: number, isPaused: boolean): string {
  if (!isPaused) return t('appLock.thisPINIsNotCorrect');
  return t('appLock.tooManyWrong', { left: LAST_TRY - wrong });
}

/** Minutes and seconds, rounded up. */
function clock(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long until the next try, in milliseconds, counting down. */
function usePause(): number {
  const { wrong, wrongAt } = useAppLock();
  const [now, setNow] = useState(() => Date.now());
  const left = pauseLeft({ wrong, wrongAt }, now);
  const isPaused = left > 0;
  useEffect(() => {
    if (!isPaused) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isPaused]);
  return left;
}
