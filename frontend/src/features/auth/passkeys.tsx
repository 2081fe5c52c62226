import { LIMITS } from '@duet/contracts/plain';
import { useState } from 'react';
import { canUsePasskeys, useGetPasskeysQuery } from '../../api/passkeys.js';
import { createPasskey } from '../../api/web-authn.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import layout from './auth-layout.module.css';
import { PasskeyRow } from './passkey-row.js';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from './passkeys-api.js';
import styles from './passkeys.module.css';
import { PasswordQuestion } from './password-question.js';

/** The keys that open the account without the password: those there are, and the way to one more. */
export function Passkeys() {
  const { data: passkeys, isError, refetch } = useGetPasskeysQuery();
  return (
    <section className={layout.form} aria-labelledby="passkeys-title">
      <h3 id="passkeys-title">Passkeys</h3>
      <p className={layout.soft}>Sign in with your finger, your face or the PIN of your device, without typing anything. Your password goes on working.</p>
      {isError && !passkeys && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          The passkeys could not be loaded.
        </Banner>
      )}
      {!passkeys && !isError && <Skeleton className={layout.waiting} />}
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {passkeys && <Adding count={passkeys.length} />}
    </section>
  );
}

function Adding({ count }: { count: number }) {
  const [asking, setAsking] = useState(false);
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  /** The password first, then the browser's dialog. What was typed stays until the passkey is there. */
  const make = async (password: string): Promise<unknown> => {
    const begun = await begin({ password });
    if (!begun.data) return begun.error;
    const made = await createPasskey(begun.data);
    if (made.ended === 'cancelled') return 'No passkey was added. You can try again.';
    if (made.ended === 'failed') return made.messages.join(' ');
    const { error } = await add(made.answer);
    if (error) return error;
    toast.success('Passkey added');
    setAsking(false);
    return undefined;
  };
  if (!canUsePasskeys()) return <p>This browser cannot make passkeys. Open Duet in another one, or on your phone, to add one.</p>;
  if (asking) return <PasswordQuestion submitLabel="Continue" look="primary" onPassword={make} onCancel={() => setAsking(false)} />;
  if (count >= LIMITS.passkeys) return <p>You have {count} passkeys, as many as there can be. Remove one to add another.</p>;
  return <Button onPress={() => setAsking(true)}>Add a passkey</Button>;
}
