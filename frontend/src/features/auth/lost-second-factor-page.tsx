import { TEXTS, rules } from '@duet/contracts/plain';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { formFailure } from '../../api/form-failure.js';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Link } from '../../ui/link.js';
import { TextField } from '../../ui/text-field.js';
import { useForm } from '../../ui/use-form.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';
import { useAskSecondFactorRemovalMutation } from './second-factor-api.js';

/** Requests the mail that starts the removal of a lost second factor. */
export function LostSecondFactorPage() {
  const { form, field, refuse, onSubmit } = useForm({ email: '' }, { email: rules.email });
  const [send, { isLoading }] = useAskSecondFactorRemovalMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = onSubmit(async ({ email }) => {
    setFailed([]);
    const { error } = await send({ email: email.trim() });
    if (error) return setFailed(formFailure(error, TEXTS.unexpectedError, refuse));
    setSentTo(email.trim());
  });
  const foot = <>{rich('auth.foundACode', { link: <Link to="/login" /> })}</>;
  if (sentTo !== null) {
    return (
      <AuthLayout title={t('auth.checkYourInbox')} foot={foot}>
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title={t('auth.theLinkIsOnItsWay')} level={2}>
          <p>{t('auth.ifTheAccountOfSentToUses', { sentTo })}</p>
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('auth.lostYourAuthenticatorApp')} intro={t('auth.weMailYouALinkThat')} foot={foot}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <ErrorBanners messages={failed} />
        <TextField label={t('common.email')} type="email" autoComplete="email" isRequired {...field('email')} />
        <Button type="submit" look="primary" size="large" wide isPending={isLoading}>
          {t('auth.sendTheLinkButton')}
        </Button>
      </form>
    </AuthLayout>
  );
}
