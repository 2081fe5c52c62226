import { TEXTS } from '@duet/contracts/plain';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/text-field.js';
import { useForm } from '../../ui/use-form.js';
import styles from './auth-layout.module.css';

interface CodeFormProps {
  submitLabel: string;
  description: string;
  /** The sentence for a failure without one of its own. */
  fallback: string;
  /** @returns the error, or undefined */
  onCode: (code: string) => Promise<unknown>;
  onCancel: () => void;
  cancelLabel: string;
}

const codeGiven = (value: string): string | null => (value.trim() === '' ? TEXTS.codeRequired : null);

/** Asks for a code of an authenticator app. */
export function CodeForm({ submitLabel, description, fallback, onCode, onCancel, cancelLabel }: CodeFormProps) {
  const { form, field, refuse, onSubmit } = useForm({ code: '' }, { code: codeGiven });
  const [failed, setFailed] = useState<string[]>([]);
  const [sending, setSending] = useState(false);
  const submit = onSubmit(async ({ code }) => {
    setFailed([]);
    setSending(true);
    const error = await onCode(code.trim());
    setSending(false);
    if (error === undefined) return;
    const failure = failureOf(error, fallback);
    if (failure.code === 'CODE_INVALID') refuse({ code: failure.messages.join(' ') });
    else setFailed(failure.messages);
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <ErrorBanners messages={failed} isPending={sending} />
      <TextField
        label={t('auth.code')}
        description={description}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        isRequired
        {...field('code')}
      />
      <div className={styles.buttons}>
        <Button onPress={onCancel}>{cancelLabel}</Button>
        <Button type="submit" look="primary" isPending={sending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
