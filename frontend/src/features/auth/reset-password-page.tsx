import { PASSWORD_CHECKS, TEXTS, confirmPasswordRule, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { formFailure } from '../../api/form-failure.js';
import { returnPath } from '../../platform/session/return-path.js';
import { session } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { Link } from '../../ui/link.js';
import { PasswordField } from '../../ui/password-field.js';
import { toast } from '../../ui/toast-queue.js';
import { useForm } from '../../ui/use-form.js';
import { useResetPasswordMutation } from './auth-api.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';
import { SecondStep } from './second-step.js';

export function ResetPasswordPage() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { form, field, refuse, onSubmit } = useForm(
    { password: '', confirmPassword: '' },
    { password: rules.newPassword, confirmPassword: (value, { password }) => confirmPasswordRule(password)(value) },
  );
  const [reset, { isLoading }] = useResetPasswordMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const welcome = (): void => {
    toast.success(TEXTS.success.resetPassword);
    navigate(returnPath.read(session.get().user?._id ?? null) ?? '/dashboard', { replace: true });
    returnPath.forget();
  };
  const submit = onSubmit(async ({ password }) => {
    setFailed([]);
    const { error } = await reset({ token, password });
    if (!error) welcome();
    else if (failureOf(error).code === 'SECOND_FACTOR_REQUIRED') setChosen(password);
    else setFailed(formFailure(error, TEXTS.fallback.resetPassword, refuse));
  });
  const second = async (code: string): Promise<unknown> => {
    const { error } = await reset({ token, password: chosen ?? '', code });
    if (!error) welcome();
    return error;
  };
  if (chosen !== null)
    return <SecondStep fallback={TEXTS.fallback.resetPassword} onCode={second} onBack={() => setChosen(null)} />;
  return (
    <AuthLayout
      title={t('auth.chooseANewPassword')}
      intro={t('auth.youAreSignedInWithIt')}
      foot={<>{rich('auth.linkExpired', { link: <Link to="/forgot-password" /> })}</>}
    >
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <ErrorBanners messages={failed} isPending={isLoading} />
        <PasswordField
          label={t('auth.newPassword')}
          autoComplete="new-password"
          checks={PASSWORD_CHECKS}
          isRequired
          {...field('password')}
        />
        <PasswordField
          label={t('auth.confirmPassword')}
          autoComplete="new-password"
          isRequired
          {...field('confirmPassword')}
        />
        <Button type="submit" look="primary" size="large" wide isPending={isLoading}>
          {t('auth.resetPassword')}
        </Button>
      </form>
    </AuthLayout>
  );
}
