import { TEXTS, rules } from '@duet/contracts/plain';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/anonymous-call.js';
import { formFailure } from '../../api/form-failure.js';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { TextField } from '../../ui/text-field.js';
import { TextLink } from '../../ui/text-link.js';
import { toast } from '../../ui/toast-queue.js';
import { useForm } from '../../ui/use-form.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';
import { askForNewPassword } from './sign-in-api.js';

export function ForgotPasswordPage() {
  const { form, field, refuse, onSubmit } = useForm({ email: '' }, { email: rules.email });
  const [send, isLoading] = useCall(askForNewPassword);
  const [failed, setFailed] = useState<string[]>([]);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = onSubmit(async ({ email }) => {
    setFailed([]);
    const { error } = await send({ email: email.trim() });
    if (error) return setFailed(formFailure(error, TEXTS.fallback.forgotPassword, refuse));
    toast.success(TEXTS.success.forgotPassword);
    setSentTo(email.trim());
  });
  const foot = <>{rich('auth.rememberedIt', { link: <TextLink href="/login" /> })}</>;
  if (sentTo !== null) {
    return (
      <AuthLayout title={t('auth.checkYourInbox')} foot={foot}>
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title={t('auth.theLinkIsOnItsWay')} level={2}>
          <p>{t('auth.ifThereIsAnAccountFor', { sentTo })}</p>
          <Button look="secondary" onPress={() => setSentTo(null)}>
            {t('auth.useAnotherEmail')}
          </Button>
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('auth.forgotYourPassword')} intro={t('auth.tellUsYourEmailAndWe')} foot={foot}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <ErrorBanners messages={failed} />
        <TextField label={t('common.email')} type="email" autoComplete="email" isRequired {...field('email')} />
        <Button type="submit" look="primary" size="large" wide isPending={isLoading}>
          {t('auth.sendResetLink')}
        </Button>
      </form>
    </AuthLayout>
  );
}
