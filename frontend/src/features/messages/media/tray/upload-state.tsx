import { X } from 'lucide-react';
import { useLive, useLiveState } from '../../../../sync/index.js';
import { t } from '../../../../texts/index.js';
import { classes } from '../../../../ui/classes.js';
import styles from './upload-state.module.css';

const CIRCUMFERENCE = 2 * Math.PI * 19;

/** The progress of an upload, with Cancel. Empty after a failure, which the bubble explains. */
export function UploadRing({ clientMessageId, onMedia = false }: { clientMessageId: string; onMedia?: boolean }) {
  const { pending } = useLive();
  const share = useLiveState((state) => state.pending.progress[clientMessageId]);
  const isFailed = useLiveState((state) =>
    state.pending.messages.some((one) => one.clientMessageId === clientMessageId && one.failure !== null),
  );
  const isPaused = useLiveState((state) => state.pending.uploadPause !== null);
  if (isFailed) return null;
  const isAtWork = share === undefined || share >= 1;
  const percent = Math.round((share ?? 0) * 100);
  const words =
    share === undefined
      ? isPaused
        ? t('media.waitingToTryAgain')
        : t('media.waitingToUpload')
      : isAtWork
        ? t('media.finishingTheUpload')
        : t('media.uploadingPercentPercent', { percent });
  return (
    <span className={classes(styles.ring, onMedia && styles.onMedia)}>
      <svg
        viewBox="0 0 44 44"
        className={classes(styles.circle, isAtWork && styles.turning)}
        role="progressbar"
        aria-label={t('media.upload')}
        aria-valuetext={words}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <circle cx="22" cy="22" r="19" className={styles.track} />
        <circle
          cx="22"
          cy="22"
          r="19"
          className={styles.done}
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - (isAtWork ? 0.25 : Math.max(share, 0.03)))}
        />
      </svg>
      <button
        type="button"
        className={styles.cancel}
        aria-label={t('media.cancelUpload')}
        title={t('media.cancelUpload')}
        onClick={() => void pending.discard(clientMessageId)}
      >
        <X size={20} aria-hidden />
      </button>
    </span>
  );
}

/** The ring centred over pictures and videos. */
export function UploadVeil({ clientMessageId }: { clientMessageId: string }) {
  return (
    <span className={styles.veil}>
      <UploadRing clientMessageId={clientMessageId} onMedia />
    </span>
  );
}
