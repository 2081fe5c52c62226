import type { PartnerRequestView, RequestAction } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { Mail, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { EmptyState } from '../../ui/empty-state.js';
import { LoadState } from '../../ui/load-state.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { Skeleton } from '../../ui/spinner.js';
import { toast } from '../../ui/toast-queue.js';
import { BlockButton } from './block-button.js';
import {
  useCancelRequestMutation,
  useGetReceivedRequestsQuery,
  useGetSentRequestsQuery,
  useRespondMutation,
} from './partners-api.js';
import styles from './partners.module.css';
import { PersonRow } from './person-row.js';
import { ReportButton } from './report-button.js';

export function Requests() {
  return (
    <div className={styles.columns}>
      <Received />
      <Sent />
    </div>
  );
}

interface ListState {
  data?: PartnerRequestView[] | undefined;
  isError: boolean;
  refetch: () => unknown;
}

/** The list while loading, after a failure, empty, or with rows. */
function RequestList({
  title,
  state,
  empty,
  children,
}: {
  title: string;
  state: ListState;
  empty: ReactNode;
  children: (row: PartnerRequestView) => ReactNode;
}) {
  const { data, isError, refetch } = state;
  return (
    <Card title={title}>
      {isError && !data && (
        <LoadState isError onRetry={() => void refetch()} failure={t('common.theListCouldNotBeLoaded')} />
      )}
      {!data && !isError && <Skeleton className={styles.skeleton} />}
      {data?.length === 0 && empty}
      {data && data.length > 0 && <ul className={styles.rows}>{data.map(children)}</ul>}
    </Card>
  );
}

function Received() {
  const state = useGetReceivedRequestsQuery();
  return (
    <RequestList
      title={t('partners.received')}
      state={state}
      empty={
        <EmptyState icon={<Mail size={24} aria-hidden />} title={t('partners.noRequestsYet')}>
          <p>{t('partners.whenSomebodyAsksToBeYour')}</p>
        </EmptyState>
      }
    >
      {(request) => <ReceivedRow key={request._id} request={request} />}
    </RequestList>
  );
}

function ReceivedRow({ request }: { request: PartnerRequestView }) {
  const [respond, { isLoading, originalArgs, error }] = useRespondMutation();
  const answer = async (action: RequestAction): Promise<void> => {
    const { data } = await respond({ id: request._id, action });
    if (data && action === 'accept') toast.success(TEXTS.success.linkPartner);
  };
  const pending = (action: RequestAction): boolean => isLoading && originalArgs?.action === action;
  const name = `${request.sender.firstName} ${request.sender.lastName}`;
  return (
    <PersonRow
      person={request.sender}
      note={<RelativeTime at={request.createdAt} finest="hours" />}
      below={
        <>
          {request.message !== '' && <p className={styles.quote}>{request.message}</p>}
          {error !== undefined && <Banner tone="error">{failureOf(error).messages.join(' ')}</Banner>}
        </>
      }
    >
      <Button
        look="primary"
        size="small"
        aria-label={t('partners.acceptName', { name })}
        onPress={() => void answer('accept')}
        isPending={pending('accept')}
        isDisabled={pending('reject')}
      >
        {t('partners.accept')}
      </Button>
      <Button
        size="small"
        className={styles.reject ?? ''}
        aria-label={t('partners.rejectName', { name })}
        onPress={() => void answer('reject')}
        isPending={pending('reject')}
        isDisabled={pending('accept')}
      >
        {t('partners.reject')}
      </Button>
      <span className={styles.apart}>
        <ReportButton person={request.sender} />
        <BlockButton person={request.sender} />
      </span>
    </PersonRow>
  );
}

function Sent() {
  const state = useGetSentRequestsQuery();
  return (
    <RequestList
      title={t('partners.sent')}
      state={state}
      empty={
        <EmptyState icon={<Send size={24} aria-hidden />} title={t('partners.nothingSent')}>
          <p>{t('partners.requestsYouSendWaitHereFor')}</p>
        </EmptyState>
      }
    >
      {(request) => <SentRow key={request._id} request={request} />}
    </RequestList>
  );
}

function SentRow({ request }: { request: PartnerRequestView }) {
  const [cancel, { isLoading, error }] = useCancelRequestMutation();
  return (
    <PersonRow
      person={request.receiver}
      note={<RelativeTime at={request.createdAt} finest="hours" />}
      below={
        <>
          {request.message !== '' && <p className={styles.quote}>{request.message}</p>}
          {error !== undefined && <Banner tone="error">{failureOf(error).messages.join(' ')}</Banner>}
        </>
      }
    >
      <Button
        size="small"
        aria-label={t('partners.cancelRequestToFirstName', { firstName: request.receiver.firstName })}
        onPress={() => void cancel(request._id)}
        isPending={isLoading}
      >
        {t('common.cancel')}
      </Button>
      <ReportButton person={request.receiver} />
    </PersonRow>
  );
}
