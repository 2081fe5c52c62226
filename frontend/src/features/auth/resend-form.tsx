import { useState } from 'react';
import { t } from '../../texts/index.js';
import { takeFocus } from '../../ui/take-focus.js';
import { AddressForm } from './address-form.js';
import { useResendVerificationMutation } from './auth-api.js';
import styles from './auth-layout.module.css';

/** Requests another verification link without a session. The answer is the same for every address. */
export function ResendForm() {
  const [send, { isLoading }] = useResendVerificationMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null)
    return (
      <p role="status" tabIndex={-1} ref={takeFocus} className={styles.sent}>
        {t('auth.ifTheAccountOfSentToIsNotVerified', { sentTo })}
      </p>
    );
  return (
    <>
      <p>{t('auth.tellUsYourEmailAndWeSendANewLink')}</p>
      <AddressForm action={t('auth.sendAgain')} isSending={isLoading} send={send} onSent={setSentTo} />
    </>
  );
}
