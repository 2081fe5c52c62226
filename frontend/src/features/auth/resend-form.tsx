import { useState } from 'react';
import { t } from '../../texts/index.js';
import { AddressForm } from './address-form.js';
import { useResendVerificationMutation } from './auth-api.js';

/** Requests another verification link without a session. The answer is the same for every address. */
export function ResendForm() {
  const [send, { isLoading }] = useResendVerificationMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <p role="status">{t('auth.ifTheAccountOfSentToIsNotVerified', { sentTo })}</p>;
  return <AddressForm action={t('auth.sendAgain')} isSending={isLoading} send={send} onSent={setSentTo} />;
}
