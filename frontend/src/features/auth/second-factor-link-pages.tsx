import { TEXTS } from '@duet/contracts/plain';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button, LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { useFormats } from '../../ui/formats.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';
import { useBeginSecondFactorRemovalMutation, useKeepSecondFactorMutation } from './second-factor-api.js';

/** Starts the removal by a press, not by the visit: mail scanners open links too. */
export function RemoveSecondFactorPage() {
  const { token = '' } = useParams();
  const { date, time } = useFormats();
  const [begin, { data, isLoading }] = useBeginSecondFactorRemovalMutation();
  if (data) {
    return (
      <AuthLayout title={t('auth.threeDaysToGo')}>
        <EmptyState
          icon={<ShieldOff size={26} aria-hidden />}
          title={t('auth.twoFactorSignInEndsOn', { date: date(data.removalAt), time: time(data.removalAt) })}
          level={2}
        >
          <p>{t('auth.thenSignInWithYourPassword')}</p>
          <LinkButton href="/" look="secondary">
            {t('auth.toTheStart')}
          </LinkButton>
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <OnePress
      title={t('auth.removeTwoFactorSignIn')}
      intro={t('auth.itEndsInThreeDaysYour')}
      press={() => begin({ token })}
      isPending={isLoading}
    >
      {(send) => (
        <Button look="danger" size="large" wide onPress={send} isPending={isLoading}>
          {t('auth.removeInThreeDays')}
        </Button>
      )}
    </OnePress>
  );
}

/** Keeps the second factor, from the link in the announcing mail. */
export function KeepSecondFactorPage() {
  const { token = '' } = useParams();
  const [keep, { isLoading, isSuccess }] = useKeepSecondFactorMutation();
  if (isSuccess) {
    return (
      <AuthLayout title={t('auth.twoFactorSignInStaysOn')}>
        <EmptyState icon={<ShieldCheck size={26} aria-hidden />} title={t('auth.nothingIsRemoved')} level={2}>
          <p>{t('auth.ifYouNeverAskedForIt')}</p>
          <LinkButton href="/" look="primary">
            {t('auth.toTheStart')}
          </LinkButton>
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <OnePress
      title={t('auth.keepTwoFactorSignIn')}
      intro={t('auth.thisCancelsItsRemoval')}
      press={() => keep({ token })}
      isPending={isLoading}
    >
      {(send) => (
        <Button look="primary" size="large" wide onPress={send} isPending={isLoading}>
          {t('auth.keepItButton')}
        </Button>
      )}
    </OnePress>
  );
}

interface OnePressProps {
  title: string;
  intro: string;
  press: () => Promise<{ error?: unknown }>;
  isPending: boolean;
  children: (send: () => void) => ReactNode;
}

function OnePress({ title, intro, press, isPending, children }: OnePressProps) {
  const [failed, setFailed] = useState<string[]>([]);
  const send = async (): Promise<void> => {
    setFailed([]);
    const { error } = await press();
    if (error) setFailed(failureOf(error, TEXTS.unexpectedError).messages);
  };
  return (
    <AuthLayout title={title} intro={intro}>
      <div className={styles.form}>
        <ErrorBanners messages={failed} isPending={isPending} />
        {children(() => void send())}
      </div>
    </AuthLayout>
  );
}
