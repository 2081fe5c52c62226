import type { UserView } from '@duet/contracts';
import { LIMITS, TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { formFailure } from '../../api/form-failure.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import { useForm } from '../../ui/use-form.js';
import styles from './profile.module.css';
import { useUpdateProfileMutation } from './users-api.js';

const useValues = createTypedState<Record<'firstName' | 'lastName' | 'username' | 'bio', string>>();

export function ProfileForm({ user, onDone }: { user: UserView; onDone: () => void }) {
  const { firstName, lastName, username, bio } = user;
  const stored = { firstName, lastName, username, bio: bio ?? '' };
  const { form, field, refuse, onSubmit } = useForm(
    stored,
    { firstName: rules.firstName, lastName: rules.lastName, username: rules.username, bio: rules.bio },
    useValues('own', stored),
  );
  const [update, { isLoading }] = useUpdateProfileMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const submit = onSubmit(async (values) => {
    setFailed([]);
    const { error } = await update({
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      username: values.username.trim(),
      bio: values.bio.trim(),
    });
    if (error) return setFailed(formFailure(error, TEXTS.fallback.updateProfile, refuse));
    toast.success(TEXTS.success.updateProfile);
    onDone();
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <div className={styles.pair}>
        <TextField label={t('users.firstName')} autoComplete="given-name" isRequired {...field('firstName')} />
        <TextField label={t('users.lastName')} autoComplete="family-name" isRequired {...field('lastName')} />
      </div>
      <TextField
        label={t('users.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
        {...field('username')}
      />
      <TextArea label={t('users.bio')} limit={LIMITS.bioLength} {...field('bio')} />
      <ErrorBanners messages={failed} />
      <DialogActions>
        <Button onPress={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('users.saveProfile')}
        </Button>
      </DialogActions>
    </form>
  );
}
