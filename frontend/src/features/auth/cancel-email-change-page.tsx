import { TEXTS } from '@duet/contracts/plain';
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button, LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { useCancelEmailChangeByLinkMutation } from './auth-api.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';

/** A press cancels, not the visit: mail scanners open links too. */
export function CancelEmailChangePage() {
  const { token = '' } = useParams();
  const [cancel, { isLoading, isSuccess, error }] = useCancelEmailChangeByLinkMutation();
  const failure = error === undefined ? null : failureOf(error, TEXTS.unexpectedError);
  if (isSuccess) return <Cancelled />;
  if (failure?.code === 'TOKEN_INVALID') return <NoSuchLink />;
  return (
    <AuthLayout title={t('auth.keepYourEmail')} intro={t('auth.somebodyAskedToChangeTheEmail')}>
      <div className={styles.form}>
        <ErrorBanners messages={failure?.messages ?? []} isPending={isLoading} />
        <Button look="primary" size="large" wide onPress={() => void cancel(token)} isPending={isLoading}>
          {t('auth.cancelTheChange')}
        </Button>
      </div>
    </AuthLayout>
  );
}

function Cancelled() {
  return (
    <AuthLayout title={t('auth.theChangeIsCancelled')}>
      <EmptyState icon={<ShieldCheck size={26} aria-hidden />} title={t('auth.yourAccountKeepsItsEmail')} level={2}>
        <p>{t('auth.ifYouDidNotAskFor')}</p>
        <NewPassword />
      </EmptyState>
    </AuthLayout>
  );
}

function NoSuchLink() {
  return (
    <AuthLayout title={t('auth.thisLinkDoesNotWork')}>
      <EmptyState icon={<CircleAlert size={26} aria-hidden />} title={t('auth.noChangeIsWaitingForThis')} level={2}>
        <p>{t('auth.theChangeWasCancelledOrCompleted')}</p>
        <NewPassword />
      </EmptyState>
    </AuthLayout>
  );
}

function NewPassword() {
  const { isAuthenticated } = useSession();
  return isAuthenticated ? (
    <LinkButton href="/settings" look="primary">
      {t('auth.changeMyPasswordInSettings')}
    </LinkButton>
  ) : (
    <LinkButton href="/forgot-password" look="primary">
      {t('auth.chooseANewPassword')}
    </LinkButton>
  );
}
