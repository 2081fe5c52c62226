import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { formFailure } from '../../api/form-failure.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useSession } from '../../platform/session/session.js';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { PasswordField } from '../../ui/password-field.js';
import { TextField } from '../../ui/text-field.js';
import { useForm } from '../../ui/use-form.js';
import { useCancelEmailChangeMutation, useChangeEmailMutation } from './auth-api.js';
import styles from './auth-layout.module.css';
import { ResendButton } from './resend-button.js';

/** The account's e-mail address, a pending new one, and the form to change it. */
export function EmailForm() {
  const { user } = useSession();
  const [changing, setChanging] = useState(false);
  if (!user) return null;
  const pending = user.pendingEmail ?? null;
  return (
    <section className={styles.form} aria-labelledby="email-title">
      <h3 id="email-title">{t('common.email')}</h3>
      <p>
        {user.email} {!user.emailVerified && <span className={styles.soft}>{t('auth.notVerifiedYet')}</span>}
      </p>
      {user.refusedEmail && <Refused email={user.refusedEmail} isCurrent={user.refusedEmail === user.email} />}
      {pending !== null && pending !== user.refusedEmail && <Pending email={pending} />}
      {changing ? (
        <ChangeForm initial={pending ?? ''} onClose={() => setChanging(false)} />
      ) : (
        <Button onPress={() => setChanging(true)}>
          {pending === null ? t('auth.changeEmail') : t('auth.sendAgainOrUseAnother')}
        </Button>
      )}
    </section>
  );
}

function Refused({ email, isCurrent }: { email: string; isCurrent: boolean }) {
  return <Banner action={isCurrent && <ResendButton look="ghost" />}>{t('auth.weCannotReach', { email })}</Banner>;
}

function Pending({ email }: { email: string }) {
  const [cancel, { isLoading }] = useCancelEmailChangeMutation();
  const stop = async (): Promise<void> => {
    const { error } = await cancel();
    if (error) showFailure(error);
  };
  return (
    <Banner
      action={
        <Button look="ghost" size="small" onPress={() => void stop()} isPending={isLoading}>
          {t('auth.keepTheOldOne')}
        </Button>
      }
    >
      {t('auth.weSentALinkToEmail', { email })}
    </Banner>
  );
}

const useValues = createTypedState<{ email: string; password: string }>((values) => ({ ...values, password: '' }));

function ChangeForm({ initial, onClose }: { initial: string; onClose: () => void }) {
  const untouched = { email: initial, password: '' };
  const { form, field, refuse, onSubmit } = useForm(
    untouched,
    { email: rules.email, password: rules.passwordGiven },
    useValues(initial, untouched),
  );
  const [change, { isLoading }] = useChangeEmailMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const submit = onSubmit(async ({ email, password }) => {
    setFailed([]);
    const { error } = await change({ email: email.trim(), password });
    if (!error) return onClose();
    const { code, messages } = failureOf(error);
    if (code === 'WRONG_PASSWORD') refuse({ password: messages.join(' ') });
    else setFailed(formFailure(error, TEXTS.unexpectedError, refuse));
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form} aria-label={t('auth.changeEmail')}>
      <ErrorBanners messages={failed} isPending={isLoading} />
      <TextField label={t('auth.newEmail')} type="email" autoComplete="email" isRequired {...field('email')} />
      <PasswordField
        label={t('common.yourPassword')}
        autoComplete="current-password"
        isRequired
        {...field('password')}
      />
      <div className={styles.buttons}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('auth.sendTheLink')}
        </Button>
      </div>
    </form>
  );
}
