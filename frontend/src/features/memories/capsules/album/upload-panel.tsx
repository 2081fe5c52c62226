import { useEffect, useMemo } from 'react';
import { type AlbumFile, useAlbumFiles, useAlbumPause } from '../../../../sync/album/index.js';
import { useLive } from '../../../../sync/index.js';
import { type PlainTextKey, t } from '../../../../texts/index.js';
import { Button } from '../../../../ui/button.js';
import { countUploads, type UploadCounts } from './upload-counts.js';
import styles from './upload-panel.module.css';
import { UploadRow } from './upload-row.js';

/** So many waiting files are listed; the others are a number. */
const LISTED = 12;

const PAUSES: Record<NonNullable<ReturnType<typeof useAlbumPause>>, PlainTextKey> = {
  limited: 'album.pausedLimited',
  unavailable: 'album.pausedUnavailable',
};

interface UploadPanelProps {
  capsuleId: string;
  /** The capsule takes files now; otherwise those that failed can only be left out. */
  mayAdd: boolean;
}

/** The files on their way into a capsule: their progress in total and each, and what became of them. */
export function UploadPanel({ capsuleId, mayAdd }: UploadPanelProps) {
  const { album } = useLive();
  const files = useAlbumFiles(capsuleId);
  const counts = useMemo(() => countUploads(files), [files]);
  const isFinished = counts.total > 0 && counts.waiting === 0;
  const isAllStored = isFinished && counts.stored === counts.total;
  useEffect(() => {
    if (isAllStored) void album.use((queue) => queue.clearFinished(capsuleId));
  }, [isAllStored, album, capsuleId]);
  if (counts.total === 0 || isAllStored) return null;

  const idsOf = (...states: AlbumFile['state'][]): string[] =>
    files.filter(({ state }) => states.includes(state)).map(({ clientId }) => clientId);
  return (
    <section className={styles.panel} aria-label={t('album.uploads')}>
      <Total counts={counts} />
      <Pause isWaiting={counts.waiting > 0} />
      {!mayAdd && counts.failed > 0 && <p role="status">{t('album.closed')}</p>}
      <Rows files={files} mayAdd={mayAdd} />
      <div className={styles.acts}>
        {mayAdd && counts.failed > 0 && (
          <Button size="small" look="soft" onPress={() => void album.use((queue) => queue.retry(idsOf('failed')))}>
            {t('album.retryAll', { count: counts.failed })}
          </Button>
        )}
        {counts.waiting > 1 && (
          <Button size="small" look="ghost" onPress={() => void album.use((queue) => queue.discard(idsOf('waiting')))}>
            {t('album.cancelRest', { count: counts.waiting })}
          </Button>
        )}
        {isFinished && (
          <Button
            size="small"
            look="ghost"
            onPress={() => void album.use((queue) => queue.discard(idsOf('stored', 'known', 'failed')))}
          >
            {t(counts.failed > 0 ? 'album.leaveOut' : 'album.done')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Total({ counts: { total, stored, known, failed, waiting } }: { counts: UploadCounts }) {
  const through = total - waiting;
  return (
    <div className={styles.total}>
      <p className={styles.words}>
        <strong>{t('album.addedOf', { stored, total })}</strong>
        {known > 0 && <span>{t('album.known', { count: known })}</span>}
        {failed > 0 && <span className={styles.failed}>{t('album.failedCount', { count: failed })}</span>}
      </p>
      {waiting > 0 && (
        <div
          className={styles.track}
          role="progressbar"
          aria-label={t('album.uploads')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={through}
          aria-valuetext={t('album.addedOf', { stored, total })}
        >
          <span className={styles.bar} style={{ inlineSize: `${(through / total) * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function Pause({ isWaiting }: { isWaiting: boolean }) {
  const { album } = useLive();
  const pause = useAlbumPause();
  if (pause === null || !isWaiting) return null;
  return (
    <div className={styles.pause} role="status">
      <span>{t(PAUSES[pause])}</span>
      <Button size="small" look="soft" onPress={() => void album.use((queue) => queue.resume())}>
        {t('common.tryNow')}
      </Button>
    </div>
  );
}

function Rows({ files, mayAdd }: { files: readonly AlbumFile[]; mayAdd: boolean }) {
  const notStored = files.filter(({ state }) => state !== 'stored');
  const waiting = notStored.filter(({ state }) => state === 'waiting');
  const listed = [...notStored.filter(({ state }) => state !== 'waiting'), ...waiting.slice(0, LISTED)];
  const more = waiting.length - LISTED;
  return (
    <>
      <ul className={styles.rows}>
        {listed.map((file) => (
          <UploadRow key={file.clientId} file={file} mayAdd={mayAdd} />
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{t('album.moreWaiting', { count: more })}</p>}
    </>
  );
}
