import { LIMITS } from '@duet/contracts/plain';
import { useState } from 'react';
import { canUsePasskeys, useGetPasskeysQuery } from '../../platform/passkeys/passkeys.js';
import { createPasskey } from '../../platform/passkeys/web-authn.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { LoadState } from '../../ui/load-state.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import layout from './auth-layout.module.css';
import { PasskeyRow } from './passkey-row.js';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from './passkeys-api.js';
import styles from './passkeys.module.css';
import { PasswordQuestion } from './password-question.js';
import { VerifyFirst } from './verify-first.js';

/** The account's passkeys, and the form to add one. */
export function Passkeys() {
  const { data: passkeys, isError, refetch } = useGetPasskeysQuery();
  return (
    <section className={layout.form} aria-labelledby="passkeys-title">
      <h3 id="passkeys-title">{t('auth.passkeys')}</h3>
      <p className={layout.soft}>{t('auth.signInWithYourFingerYour')}</p>
      {isError && !passkeys && (
        <LoadState isError onRetry={() => void refetch()} failure={t('auth.thePasskeysCouldNotBeLoaded')} />
      )}
      {!passkeys && !isError && <Skeleton className={layout.waiting} />}
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {passkeys && (
        <VerifyFirst>
          <Adding count={passkeys.length} />
        </VerifyFirst>
      )}
    </section>
  );
}

function Adding({ count }: { count: number }) {
  const [asking, setAsking] = useState(false);
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  /** The password first, then the browser's dialog. The password stays in the form until the passkey is added. */
  const make = async (password: string): Promise<unknown> => {
    const begun = await begin({ password });
    if (!begun.data) return begun.error;
    const made = await createPasskey(begun.data);
    if (made.ended === 'cancelled') return t('auth.noPasskeyWasAddedYouCan');
    if (made.ended === 'failed') return made.messages.join(' ');
    const { error } = await add(made.answer);
    if (error) return error;
    toast.success(t('auth.passkeyAdded'));
    setAsking(false);
    return undefined;
  };
  if (!canUsePasskeys()) return <p>{t('auth.thisBrowserCannotMakePasskeysOpen')}</p>;
  if (asking)
    return (
      <PasswordQuestion
        submitLabel={t('common.continue')}
        look="primary"
        onPassword={make}
        onCancel={() => setAsking(false)}
      />
    );
  if (count >= LIMITS.passkeys) return <p>{t('auth.youHaveCountPasskeysAsMany', { count })}</p>;
  return <Button onPress={() => setAsking(true)}>{t('auth.addAPasskey')}</Button>;
}
