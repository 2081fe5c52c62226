import type { PasskeyView } from '@duet/contracts';
import { TEXTS, rules } from '@duet/contracts/plain';
import { useState } from 'react';
import { formFailure } from '../../api/form-failure.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import { useForm } from '../../ui/use-form.js';
import layout from './auth-layout.module.css';
import { useRemovePasskeyMutation, useRenamePasskeyMutation } from './passkeys-api.js';
import styles from './passkeys.module.css';
import { PasswordQuestion } from './password-question.js';

/** One passkey with Rename and Remove. */
export function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const [remove] = useRemovePasskeyMutation();
  const { id, name } = passkey;
  const close = (): void => setDoing(null);
  const takeAway = async (password: string): Promise<unknown> => {
    const { error } = await remove({ id, password });
    if (!error) toast.success(t('auth.passkeyRemoved'));
    return error;
  };
  return (
    <li className={styles.row}>
      {doing === 'rename' && <NameForm passkey={passkey} onClose={close} />}
      {doing !== 'rename' && (
        <div className={styles.line}>
          <PasskeyDetails passkey={passkey} />
          {doing === null && (
            <div className={layout.buttons}>
              <Button size="small" aria-label={t('auth.renameName', { name })} onPress={() => setDoing('rename')}>
                {t('auth.rename')}
              </Button>
              <Button
                size="small"
                look="dangerQuiet"
                aria-label={t('auth.removeName', { name })}
                onPress={() => setDoing('remove')}
              >
                {t('auth.remove')}
              </Button>
            </div>
          )}
        </div>
      )}
      {doing === 'remove' && (
        <PasswordQuestion submitLabel={t('auth.remove')} look="danger" onPassword={takeAway} onCancel={close} />
      )}
    </li>
  );
}

function PasskeyDetails({ passkey: { name, createdAt, lastUsedAt, synced } }: { passkey: PasskeyView }) {
  const { date } = useFormats();
  return (
    <div className={styles.words}>
      <p className={styles.name}>{name}</p>
      <p className={styles.soft}>
        {lastUsedAt === null
          ? t('auth.passkeyUnused', { added: date(createdAt) })
          : rich('auth.passkeyUsed', { added: date(createdAt), used: <RelativeTime at={lastUsedAt} /> })}
        {synced && ` · ${t('auth.synced')}`}
      </p>
    </div>
  );
}

const useValues = createTypedState<{ name: string }>();

function NameForm({ passkey: { id, name }, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const { form, field, refuse, onSubmit } = useForm({ name }, { name: rules.passkeyName }, useValues(id, { name }));
  const [rename, { isLoading }] = useRenamePasskeyMutation();
  const [failed, setFailed] = useState<string[]>([]);
  const submit = onSubmit(async ({ name: typed }) => {
    setFailed([]);
    const { error } = await rename({ id, name: typed.trim() });
    if (error) setFailed(formFailure(error, TEXTS.unexpectedError, refuse));
    else onClose();
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={layout.form} aria-label={t('auth.renameName', { name })}>
      <ErrorBanners messages={failed} isPending={isLoading} />
      <TextField label={t('auth.name')} autoFocus isRequired autoComplete="off" {...field('name')} />
      <div className={layout.buttons}>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
