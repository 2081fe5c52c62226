import { useState } from 'react';
import { PIN_DIGITS, pinRule } from '../../platform/app-lock/app-lock-rules.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { useForm } from '../../ui/use-form.js';
import styles from './app-lock.module.css';
import { PinField } from './pin-field.js';

interface NewPinProps {
  onPin: (pin: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for a new PIN twice, because a mistyped one locks the user out. */
export function NewPin({ onPin, onCancel }: NewPinProps) {
  const { form, field, onSubmit } = useForm(
    { newPin: '', repeated: '' },
    { newPin: pinRule, repeated: (value, { newPin }) => (value === newPin ? null : t('appLock.theTwoPINsDiffer')) },
  );
  const [isWorking, setWorking] = useState(false);
  const submit = onSubmit(async ({ newPin }) => {
    setWorking(true);
    await onPin(newPin);
    setWorking(false);
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <PinField
        label={t('appLock.newPIN')}
        description={t('appLock.minToMaxDigitsForThis', { min: PIN_DIGITS.min, max: PIN_DIGITS.max })}
        autoFocus
        {...field('newPin')}
      />
      <PinField label={t('appLock.theSamePINAgain')} {...field('repeated')} />
      <div className={styles.buttons}>
        <Button onPress={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isWorking}>
          {t('appLock.setPIN')}
        </Button>
      </div>
    </form>
  );
}
