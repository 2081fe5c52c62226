import { type NotificationKind, TEXTS, parseUnsubscribeToken } from '@duet/contracts/plain';
import { BellOff, CircleAlert } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button, LinkButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { useUnsubscribeMutation } from './auth-api.js';
import { AuthLayout } from './auth-layout.js';
import styles from './auth-layout.module.css';

/** The link in a mail about news. A press switches the mails off, not the visit: mail scanners open links too. */
export function UnsubscribePage() {
  const { token = '' } = useParams();
  const kind = parseUnsubscribeToken(token)?.kind;
  const [unsubscribe, { isLoading, isSuccess, error }] = useUnsubscribeMutation();
  const failure = error === undefined ? null : failureOf(error, TEXTS.unexpectedError);
  if (isSuccess) return <SwitchedOff />;
  if (!kind || failure?.code === 'TOKEN_INVALID') return <NoSuchLink />;
  return (
    <Question
      kind={kind}
      failed={failure?.messages ?? []}
      onPress={() => void unsubscribe(token)}
      isPending={isLoading}
    />
  );
}

interface QuestionProps {
  kind: NotificationKind;
  failed: string[];
  onPress: () => void;
  isPending: boolean;
}

function Question({ kind, failed, onPress, isPending }: QuestionProps) {
  return (
    <AuthLayout title={t('auth.switchTheseMailsOff')} intro={t('auth.noMoreMailsAbout', { kind })}>
      <div className={styles.form}>
        <ErrorBanners messages={failed} isPending={isPending} />
        <Button look="primary" size="large" wide onPress={onPress} isPending={isPending}>
          {t('auth.switchOff')}
        </Button>
      </div>
    </AuthLayout>
  );
}

function SwitchedOff() {
  return (
    <AuthLayout title={t('auth.theseMailsAreOff')}>
      <EmptyState icon={<BellOff size={26} aria-hidden />} title={t('auth.weWillNotSendThem')} level={2}>
        <p>{t('auth.youCanSwitchThemOnAgain')}</p>
        <ToSettings />
      </EmptyState>
    </AuthLayout>
  );
}

function NoSuchLink() {
  return (
    <AuthLayout title={t('auth.thisLinkDoesNotWork')}>
      <EmptyState icon={<CircleAlert size={26} aria-hidden />} title={t('auth.noAccountBelongsToThisLink')} level={2}>
        <p>{t('auth.chooseYourMailsInSettings')}</p>
        <ToSettings />
      </EmptyState>
    </AuthLayout>
  );
}

const ToSettings = () => (
  <LinkButton href="/settings" look="primary">
    {t('auth.goToSettings')}
  </LinkButton>
);
