import { TEXTS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { session } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { PasswordField } from '../../ui/password-field.js';
import { toast } from '../../ui/toast-queue.js';
import { useDeleteAccountMutation } from './auth-api.js';
import styles from './auth-layout.module.css';

export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        {t('auth.deleteAccount')}
      </Button>
      <Dialog role="alertdialog" title={t('auth.deleteYourAccount')} isOpen={asking} onClose={() => setAsking(false)}>
        <DeleteForm onClose={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [remove, { isLoading, error, reset }] = useDeleteAccountMutation();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { error: refused } = await remove({ password });
    if (refused) return;
    session.signedOut(true);
    toast.success(t('auth.yourAccountIsDeleted'));
  };
  const edit = (value: string): void => {
    setPassword(value);
    if (error) reset();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <p>{t('auth.yourProfileYourMessagesAndEverything')}</p>
      <PasswordField
        label={t('common.yourPassword')}
        autoComplete="current-password"
        value={password}
        onChange={edit}
        error={error === undefined ? null : failureOf(error, TEXTS.unexpectedError).messages.join(' ')}
      />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="danger" isDisabled={password === ''} isPending={isLoading}>
          {t('auth.deleteForEver')}
        </Button>
      </DialogActions>
    </form>
  );
}
