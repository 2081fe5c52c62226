import { PASSWORD_CHECKS, TEXTS, confirmPasswordRule, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { useCall } from '../../api/anonymous-call.js';
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
import { register } from './sign-in-api.js';

const EMPTY = { firstName: '', lastName: '', username: '', email: '', password: '', confirmPassword: '' };

/** @param search the query of the address, with the code of an invite perhaps */
export function RegisterPage({ search }: { search: string }) {
  const { form, field, refuse, onSubmit } = useForm(EMPTY, {
    firstName: rules.firstName,
    lastName: rules.lastName,
    username: rules.username,
    email: rules.email,
    password: rules.newPassword,
    confirmPassword: (value, { password }) => confirmPasswordRule(password)(value),
  });
  const [create, isLoading] = useCall(register);
  const [failed, setFailed] = useState<string[]>([]);
  const submit = onSubmit(async (values) => {
    setFailed([]);
    const { firstName, lastName, username, email } = values;
    const trimmed = {
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      username: username.trim(),
      email: email.trim(),
    };
    const { error } = await create({ ...values, ...trimmed });
    if (error) setFailed(formFailure(error, TEXTS.fallback.register, refuse));
    else toast.success(TEXTS.success.register);
  });
  return (
    <AuthLayout
      title={t('auth.startYourSpace')}
      intro={search.includes('invite=') ? t('auth.firstYouThenYouAreLinked') : t('auth.firstYouThenYouInviteYour')}
      foot={
        <>
          {rich('auth.alreadyHaveAnAccount', { link: <TextLink href={`/login${search}`} /> })}
          <br />
          {rich('auth.whatDuetKeeps', { link: <TextLink href="/privacy" /> })}
        </>
      }
    >
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <ErrorBanners messages={failed} isPending={isLoading} />
        <div className={styles.pair}>
          <TextField label={t('auth.firstName')} autoComplete="given-name" isRequired {...field('firstName')} />
          <TextField label={t('auth.lastName')} autoComplete="family-name" isRequired {...field('lastName')} />
        </div>
        <TextField
          label={t('auth.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck="false"
          description={t('auth.howYourPartnerFindsYouLetters')}
          isRequired
          {...field('username')}
        />
        <TextField label={t('common.email')} type="email" autoComplete="email" isRequired {...field('email')} />
        <PasswordField
          label={t('common.password')}
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
          {t('auth.createAccount')}
        </Button>
      </form>
    </AuthLayout>
  );
}
