import { CircleAlert, MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Spinner } from '../../ui/spinner.js';
import { useVerifyEmailMutation } from './auth-api.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';
import { ResendButton } from './resend-button.js';
import { ResendForm } from './resend-form.js';

/** The refusals of a link. Any other failure says nothing about it. */
const REFUSALS: readonly (string | null)[] = ['TOKEN_INVALID', 'EMAIL_TAKEN'];

export function VerifyEmailPage() {
  const { token = '' } = useParams();
  const { isAuthenticated, user } = useSession();
  const [verify, { isSuccess, isLoading, error }] = useVerifyEmailMutation();
  const [isAgain, setAgain] = useState(false);
  const begun = useRef<string | null>(null);
  useEffect(() => {
    if (begun.current === token) return;
    begun.current = token;
    void verify(token);
  }, [token, verify]);
  const retry = (): void => {
    setAgain(true);
    void verify(token);
  };
  const home = isAuthenticated ? (
    <LinkButton href="/dashboard" look="primary">
      {t('auth.goToDashboard')}
    </LinkButton>
  ) : (
    <LinkButton href="/login" look="primary">
      {t('common.signIn')}
    </LinkButton>
  );
  if (isSuccess) {
    return (
      <AuthLayout title={t('auth.emailVerified')} takesFocus={isAgain}>
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title={t('auth.thankYouThatIsReallyYou')} level={2}>
          {home}
        </EmptyState>
      </AuthLayout>
    );
  }
  if (!error && !isAgain) {
    return (
      <AuthLayout title={t('auth.verifyingYourEmail')} intro={t('auth.oneMoment')}>
        <Spinner label={t('auth.verifying')} />
      </AuthLayout>
    );
  }
  const failure = error && failureOf(error);
  if (!failure || !REFUSALS.includes(failure.code)) {
    return (
      <AuthLayout title={t('auth.verifyYourEmail')}>
        <div className={styles.form}>
          <ErrorBanners messages={failure?.messages ?? []} isPending={isLoading} />
          <Button look="primary" size="large" wide isPending={isLoading} onPress={retry}>
            {t('common.retry')}
          </Button>
        </div>
      </AuthLayout>
    );
  }
  // The address is verified already: there is nothing to send again.
  if (isAuthenticated && user?.emailVerified && !user.pendingEmail) {
    return (
      <AuthLayout title={t('auth.nothingLeftToVerify')} takesFocus={isAgain}>
        <EmptyState icon={<MailCheck size={26} aria-hidden />} title={t('auth.yourEmailIsVerifiedAlready')} level={2}>
          <p>{t('auth.thisLinkWasUsedBeforeOr')}</p>
          {home}
        </EmptyState>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('auth.thisLinkDoesNotWork')} takesFocus={isAgain}>
      <EmptyState icon={<CircleAlert size={26} aria-hidden />} title={failure.messages.join(' ')} level={2}>
        <NextStep
          isAuthenticated={isAuthenticated}
          isTaken={failure.code === 'EMAIL_TAKEN'}
          pendingEmail={user?.pendingEmail ?? null}
          home={home}
        />
      </EmptyState>
    </AuthLayout>
  );
}

interface NextStepProps {
  isAuthenticated: boolean;
  /** Another account has the address of an e-mail change: no new link helps. */
  isTaken: boolean;
  pendingEmail: string | null;
  home: ReactNode;
}

/** Offers a new link: to signed-in users by a press, to others for an address that they name. */
function NextStep({ isAuthenticated, isTaken, pendingEmail, home }: NextStepProps) {
  if (!isAuthenticated && isTaken) return home;
  if (!isAuthenticated) {
    return (
      <>
        <ResendForm />
        <LinkButton href="/login">{t('common.signIn')}</LinkButton>
      </>
    );
  }
  if (pendingEmail !== null) {
    return (
      <>
        <p>{t('auth.inSettingsUnderAccountWeCan', { pendingEmail })}</p>
        <LinkButton href="/settings" look="primary">
          {t('auth.goToSettings')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <p>{t('auth.weCanSendYouANew')}</p>
      <ResendButton look="primary" />
    </>
  );
}
