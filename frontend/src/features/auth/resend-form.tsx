import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { formFailure } from '../../api/form-failure.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { TextField } from '../../ui/text-field.js';
import { useForm } from '../../ui/use-form.js';
import { useResendVerificationMutation } from './auth-api.js';
import styles from './auth-layout.module.css';

/** Requests another verification link without a session. The answer is the same for every address. */
export function ResendForm() {
  const { form, field, refuse, onSubmit } = useForm({ email: '' }, { email: rules.email });
  const [send, { isLoading }] = useResendVerificationMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = onSubmit(async ({ email }) => {
    setFailed([]);
    const { error } = await send({ email: email.trim() });
    if (error) return setFailed(formFailure(error, TEXTS.unexpectedError, refuse));
    setSentTo(email.trim());
  });
  if (sentTo !== null) return <p role="status">{t('auth.ifTheAccountOfSentToIsNotVerified', { sentTo })}</p>;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <ErrorBanners messages={failed} />
      <TextField label={t('common.email')} type="email" autoComplete="email" isRequired {...field('email')} />
      <Button type="submit" look="primary" size="large" wide isPending={isLoading}>
        {t('auth.sendAgain')}
      </Button>
    </form>
  );
}
