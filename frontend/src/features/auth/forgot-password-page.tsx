import { TEXTS } from '@duet/contracts/plain';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/anonymous-call.js';
import { t } from '../../texts/index.js';
import { rich } from '../../texts/rich.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { TextLink } from '../../ui/text-link.js';
import { toast } from '../../ui/toast-queue.js';
import { AddressForm } from './address-form.js';
import { AuthLayout } from './auth-layout.js';
import { askForNewPassword } from './sign-in-api.js';

export function ForgotPasswordPage() {
  const [send, isLoading] = useCall(askForNewPassword);
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const foot = <>{rich('auth.rememberedIt', { link: <TextLink href="/login" /> })}</>;
  if (isSent) {
    return (
      <AuthLayout title={t('auth.checkYourInbox')} foot={foot}>
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title={t('auth.theLinkIsOnItsWay')} level={2}>
          <p>{t('auth.ifThereIsAnAccountFor', { sentTo: email })}</p>
          <Button look="secondary" onPress={() => setSent(false)}>
            {t('auth.useAnotherEmail')}
          </Button>
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('auth.forgotYourPassword')} intro={t('auth.tellUsYourEmailAndWe')} foot={foot}>
      <AddressForm
        action={t('auth.sendResetLink')}
        fallback={TEXTS.fallback.forgotPassword}
        initial={email}
        isSending={isLoading}
        send={send}
        onSent={(address) => {
          toast.success(TEXTS.success.forgotPassword);
          setEmail(address);
          setSent(true);
        }}
      />
    </AuthLayout>
  );
}
