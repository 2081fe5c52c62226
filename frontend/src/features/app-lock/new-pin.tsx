import { useState } from 'react';
import { PIN_DIGITS, pinRule } from '../../api/app-lock-rules.js';
import { Button } from '../../ui/button.js';
import { useForm } from '../../ui/use-form.js';
import styles from './app-lock.module.css';
import { PinField } from './pin-field.js';

interface NewPinProps {
  onPin: (pin: string) => Promise<void>;
  onCancel: () => void;
}

/** A PIN that nobody can look up again is asked for twice. */
export function NewPin({ onPin, onCancel }: NewPinProps) {
  const { form, field, onSubmit } = useForm({ newPin: '', repeated: '' }, { newPin: pinRule, repeated: (value, { newPin }) => (value === newPin ? null : 'The two PINs differ') });
  const [isWorking, setWorking] = useState(false);
  const submit = onSubmit(async ({ newPin }) => {
    setWorking(true);
    await onPin(newPin);
    setWorking(false);
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <PinField label="New PIN" description={`${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits, for this browser only.`} autoFocus {...field('newPin')} />
      <PinField label="The same PIN again" {...field('repeated')} />
      <div className={styles.buttons}>
        <Button onPress={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" isPending={isWorking}>
          Set PIN
        </Button>
      </div>
    </form>
  );
}
