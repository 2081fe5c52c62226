import type { ExportState } from '@duet/contracts';
import { showFailure } from '../../api/show-failure.js';
import { Banner } from '../../ui/banner.js';
import { Button, LinkButton } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { Skeleton, Spinner } from '../../ui/spinner.js';
import { useExport, useRequestExportMutation } from './exports-api.js';
import styles from './settings.module.css';

/** A copy of everything one has here: asked for, prepared, loaded. */
export function ExportData() {
  const { data, isError, refetch } = useExport();
  return (
    <section className={styles.group} aria-labelledby="export-title">
      <h3 id="export-title">Your data</h3>
      <p className={styles.soft}>A ZIP file with your profile, your settings and your conversations, as a page to read and as files for programs.</p>
      {isError && !data && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          Your export could not be looked up.
        </Banner>
      )}
      {!data && !isError && <Skeleton className={styles.waiting} />}
      {data && <Standing state={data} />}
    </section>
  );
}

/** How it stands, told when it changes, and what one can do about it. */
function Standing({ state: { status, url, expiresAt } }: { state: ExportState }) {
  const { date } = useFormats();
  return (
    <div role="status" className={styles.group}>
      {status === 'none' && <RequestButton>Export my data</RequestButton>}
      {status === 'preparing' && (
        <p className={styles.progress}>
          <Spinner label="Preparing" />
          <span>Gathering your data. This takes a moment; you can leave, and you get a mail when it is ready.</span>
        </p>
      )}
      {status === 'failed' && (
        <Banner tone="error" action={<RequestButton>Retry</RequestButton>}>
          Your data could not be exported.
        </Banner>
      )}
      {status === 'ready' && url !== null && expiresAt !== null && (
        <>
          <p>Your data is ready. The link works until {date(expiresAt)}.</p>
          <div className={styles.buttons}>
            <LinkButton look="primary" href={url} download>
              Download
            </LinkButton>
            <RequestButton>Export again</RequestButton>
          </div>
        </>
      )}
    </div>
  );
}

function RequestButton({ children }: { children: string }) {
  const [request, { isLoading }] = useRequestExportMutation();
  const ask = async (): Promise<void> => {
    const { error } = await request();
    if (error) showFailure(error);
  };
  return (
    <Button onPress={() => void ask()} isPending={isLoading}>
      {children}
    </Button>
  );
}

/** After an unlink: what was shared is not lost yet. */
export function HistoryHint() {
  const { date } = useFormats();
  const { data } = useExport();
  if (!data?.historyUntil) return null;
  return (
    <Banner>
      What you shared with your former partner can be exported until {date(data.historyUntil)}, under Account. If you two link again before then, all of
      it comes back.
    </Banner>
  );
}
