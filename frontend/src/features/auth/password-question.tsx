import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button, type ButtonLook } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { useForm } from '../../ui/use-form.js';
import styles from './auth-layout.module.css';

interface PasswordQuestionProps {
  submitLabel: string;
  look: ButtonLook;
  /** @returns the error, or undefined; a string is shown as it is */
  onPassword: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the password again: an unlocked screen proves nothing. */
export function PasswordQuestion({ submitLabel, look, onPassword, onCancel }: PasswordQuestionProps) {
  const { form, field, refuse, onSubmit } = useForm({ password: '' }, { password: rules.passwordGiven });
  const [failed, setFailed] = useState<string[]>([]);
  const [sending, setSending] = useState(false);
  const submit = onSubmit(async ({ password }) => {
    setFailed([]);
    setSending(true);
    const error = await onPassword(password);
    setSending(false);
    if (error === undefined) return;
    if (typeof error === 'string') return setFailed([error]);
    const { code, messages } = failureOf(error, TEXTS.unexpectedError);
    if (code === 'WRONG_PASSWORD') refuse({ password: messages.join(' ') });
    else setFailed(messages);
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <ErrorBanners messages={failed} isPending={sending} />
      <PasswordField
        label={t('common.yourPassword')}
        autoComplete="current-password"
        autoFocus
        isRequired
        {...field('password')}
      />
      <div className={styles.buttons}>
        <Button onPress={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" look={look} isPending={sending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
