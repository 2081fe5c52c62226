import type { ExportState } from '@duet/contracts';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { Skeleton, Spinner } from '../../ui/spinner.js';
import { startDownload } from './download.js';
import { useExport, useGetExportLinkMutation, useRequestExportMutation } from './exports-api.js';
import { OwnerProof } from './owner-proof.js';
import styles from './settings.module.css';

/** Requests, prepares and downloads a copy of the user's data. */
export function ExportData() {
  const { data, isError, refetch } = useExport();
  return (
    <section className={styles.group} aria-labelledby="export-title">
      <h3 id="export-title">{t('settings.yourData')}</h3>
      <p className={styles.soft}>{t('settings.aZIPFileWithYourProfile')}</p>
      {isError && !data && (
        <Banner
          tone="error"
          action={
            <Button look="ghost" size="small" onPress={() => void refetch()}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('settings.yourExportCouldNotBeLooked')}
        </Banner>
      )}
      {!data && !isError && <Skeleton className={styles.waiting} />}
      {data && <Standing state={data} />}
    </section>
  );
}

/** The export's state, whose changes screen readers announce, with its actions. */
function Standing({ state: { status, expiresAt } }: { state: ExportState }) {
  const { date } = useFormats();
  const [asking, setAsking] = useState(false);
  const [request, { isLoading }] = useRequestExportMutation();
  const start = (label: string) => <Button onPress={() => setAsking(true)}>{label}</Button>;
  return (
    <>
      <div role="status" className={styles.group}>
        {status === 'preparing' && (
          <p className={styles.progress}>
            <Spinner label={t('settings.preparing')} />
            <span>{t('settings.gatheringYourDataThisTakesA')}</span>
          </p>
        )}
        {status === 'failed' && <Banner tone="error">{t('settings.yourDataCouldNotBeExported')}</Banner>}
        {status === 'ready' && expiresAt !== null && (
          <p>{t('settings.yourDataIsReadyYouCan', { expiresAt: date(expiresAt) })}</p>
        )}
      </div>
      {asking && status !== 'preparing' ? (
        <OwnerProof
          label={t('settings.exportMyData')}
          submit={t('settings.startExport')}
          send={async (proof) => request(proof)}
          isPending={isLoading}
          onClose={() => setAsking(false)}
        />
      ) : (
        <div className={styles.buttons}>
          {status === 'none' && start(t('settings.exportMyData'))}
          {status === 'failed' && start(t('common.retry'))}
          {status === 'ready' && <ExportDownload />}
          {status === 'ready' && start(t('settings.exportAgain'))}
        </div>
      )}
    </>
  );
}

/** Each press requests a new link, because a link is valid for minutes only. */
function ExportDownload() {
  const [getLink, { isLoading }] = useGetExportLinkMutation();
  const download = async (): Promise<void> => {
    const { data, error } = await getLink();
    if (error) showFailure(error);
    if (data) startDownload(data.url);
  };
  return (
    <Button look="primary" onPress={() => void download()} isPending={isLoading}>
      {t('settings.download')}
    </Button>
  );
}

/** Says until when an ex-partner can still export the shared history. */
export function HistoryHint() {
  const { date } = useFormats();
  const { data } = useExport();
  if (!data?.historyUntil) return null;
  return <Banner>{t('settings.whatYouSharedWithYourFormer', { historyUntil: date(data.historyUntil) })}</Banner>;
}
