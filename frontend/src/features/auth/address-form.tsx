import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { formFailure } from '../../api/form-failure.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { TextField } from '../../ui/text-field.js';
import { useForm } from '../../ui/use-form.js';
import styles from './auth-layout.module.css';

interface Props {
  /** The text of the button. */
  action: string;
  /** Shown for an error that has no sentence of its own. */
  fallback?: string;
  /** The address of an earlier press. */
  initial?: string;
  isSending: boolean;
  send: (address: { email: string }) => PromiseLike<{ error?: unknown }>;
  onSent: (email: string) => void;
}

/** Asks for the e-mail address to which a link is to be sent. */
export function AddressForm({
  action,
  fallback = TEXTS.unexpectedError,
  initial = '',
  isSending,
  send,
  onSent,
}: Props) {
  const { form, field, refuse, onSubmit } = useForm({ email: initial }, { email: rules.email });
  const [failed, setFailed] = useState<string[]>([]);
  const submit = onSubmit(async (values) => {
    setFailed([]);
    const email = values.email.trim();
    const { error } = await send({ email });
    if (error) return setFailed(formFailure(error, fallback, refuse));
    onSent(email);
  });
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <ErrorBanners messages={failed} isPending={isSending} />
      <TextField label={t('common.email')} type="email" autoComplete="email" isRequired {...field('email')} />
      <Button type="submit" look="primary" size="large" wide isPending={isSending}>
        {action}
      </Button>
    </form>
  );
}
