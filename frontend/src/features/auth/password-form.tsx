import { PASSWORD_CHECKS, TEXTS, confirmPasswordRule, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { formFailure } from '../../api/form-failure.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { useForm } from '../../ui/use-form.js';
import { useChangePasswordMutation } from './auth-api.js';
import styles from './auth-layout.module.css';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordForm() {
  const { form, field, refuse, onSubmit, reset } = useForm(EMPTY, {
    currentPassword: rules.passwordGiven,
    newPassword: rules.newPassword,
    confirmPassword: (value, { newPassword }) => confirmPasswordRule(newPassword)(value),
  });
  const [change, { isLoading, isSuccess }] = useChangePasswordMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const submit = onSubmit(async ({ currentPassword, newPassword }) => {
    setFailed([]);
    const { error } = await change({ currentPassword, newPassword });
    if (!error) return reset();
    const { code, messages } = failureOf(error);
    if (code === 'WRONG_PASSWORD') refuse({ currentPassword: messages.join(' ') });
    else setFailed(formFailure(error, TEXTS.unexpectedError, refuse));
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <h3>{t('common.password')}</h3>
      <ErrorBanners messages={failed} isPending={isLoading} />
      {isSuccess && <Banner tone="ok">{t('auth.passwordChangedYourOtherSessionsAre')}</Banner>}
      <PasswordField
        label={t('auth.currentPassword')}
        autoComplete="current-password"
        isRequired
        {...field('currentPassword')}
      />
      <PasswordField
        label={t('auth.newPassword')}
        autoComplete="new-password"
        checks={PASSWORD_CHECKS}
        isRequired
        {...field('newPassword')}
      />
      <PasswordField
        label={t('auth.confirmNewPassword')}
        autoComplete="new-password"
        isRequired
        {...field('confirmPassword')}
      />
      <Button type="submit" look="primary" isPending={isLoading}>
        {t('auth.changePassword')}
      </Button>
    </form>
  );
}
