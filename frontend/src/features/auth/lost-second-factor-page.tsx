import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Link } from '../../ui/link.js';
import { AddressForm } from './address-form.js';
import { AuthLayout } from './auth-layout.js';
import { useAskSecondFactorRemovalMutation } from './second-factor-api.js';

/** Requests the mail that starts the removal of a lost second factor. */
export function LostSecondFactorPage() {
  const [send, { isLoading }] = useAskSecondFactorRemovalMutation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const foot = <>{rich('auth.foundACode', { link: <Link to="/login" /> })}</>;
  if (sentTo !== null) {
    return (
      <AuthLayout title={t('auth.checkYourInbox')} foot={foot}>
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title={t('auth.theLinkIsOnItsWay')} level={2}>
          <p>{t('auth.ifTheAccountOfSentToUses', { sentTo })}</p>
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('auth.lostYourAuthenticatorApp')} intro={t('auth.weMailYouALinkThat')} foot={foot}>
      <AddressForm action={t('auth.sendTheLinkButton')} isSending={isLoading} send={send} onSent={setSentTo} />
    </AuthLayout>
  );
}
