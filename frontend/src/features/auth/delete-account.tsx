import { TEXTS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { session } from '../../api/session.js';
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
        Delete Account
      </Button>
      <Dialog role="alertdialog" title="Delete your account?" isOpen={asking} onClose={() => setAsking(false)}>
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
    toast.success('Your account is deleted');
  };
  const edit = (value: string): void => {
    setPassword(value);
    if (error) reset();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <p>
        Your profile, your messages and everything you uploaded are erased now, on this and every other device. If you have a partner, you are unlinked.
        Nobody can bring it back.
      </p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={edit}
        error={error === undefined ? null : failureOf(error, TEXTS.unexpectedError).messages.join(' ')}
      />
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" look="danger" isDisabled={password === ''} isPending={isLoading}>
          Delete for ever
        </Button>
      </DialogActions>
    </form>
  );
}
