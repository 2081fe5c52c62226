import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { useCall } from '../../api/anonymous-call.js';
import { failureOf } from '../../api/errors.js';
import { formFailure } from '../../api/form-failure.js';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { TextField } from '../../ui/text-field.js';
import { TextLink } from '../../ui/text-link.js';
import { toast } from '../../ui/toast-queue.js';
import { useForm } from '../../ui/use-form.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';
import { PasskeySignIn } from './passkey-sign-in.js';
import { SecondStep } from './second-step.js';
import { type Credentials, signIn } from './sign-in-api.js';

/**
 * The route guard decides where to go after the sign-in.
 * @param search the query of the address, which the other pages before the sign-in get too: it may hold an invite
 */
export function LoginPage({ search }: { search: string }) {
  const { form, values, field, refuse, onSubmit } = useForm(
    { email: '', password: '' },
    { email: rules.email, password: rules.passwordGiven },
  );
  const [login, isLoading] = useCall(signIn);
  const [failed, setFailed] = useState<string[]>([]);
  const [proved, setProved] = useState<Credentials | null>(null);
  const submit = onSubmit(async ({ email, password }) => {
    setFailed([]);
    const credentials = { email: email.trim(), password };
    const { error } = await login(credentials);
    if (!error) toast.success(TEXTS.success.login);
    else if (failureOf(error).code === 'SECOND_FACTOR_REQUIRED') setProved(credentials);
    else setFailed(formFailure(error, TEXTS.fallback.login, refuse));
  });
  const second = async (code: string): Promise<unknown> => {
    const { error } = await login({ ...(proved ?? values), code });
    if (!error) toast.success(TEXTS.success.login);
    return error;
  };
  if (proved) return <SecondStep fallback={TEXTS.fallback.login} onCode={second} onBack={() => setProved(null)} />;
  return (
    <AuthLayout
      title={t('auth.welcomeBack')}
      intro={t('auth.signInToYourSpace')}
      foot={<>{rich('auth.newHere', { link: <TextLink href={`/register${search}`} /> })}</>}
    >
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <ErrorBanners messages={failed} isPending={isLoading} />
        <TextField
          label={t('common.email')}
          type="email"
          autoComplete="username webauthn"
          isRequired
          {...field('email')}
        />
        <PasswordField label={t('common.password')} autoComplete="current-password" isRequired {...field('password')} />
        <TextLink href="/forgot-password" className={styles.forgot}>
          {t('auth.forgotPassword')}
        </TextLink>
        <Button type="submit" look="primary" size="large" wide isPending={isLoading}>
          {t('common.signIn')}
        </Button>
      </form>
      <PasskeySignIn onFailed={setFailed} />
    </AuthLayout>
  );
}
