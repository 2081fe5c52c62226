import { X } from 'lucide-react';
import { useLive, useLiveState } from '../../../api/live-context.js';
import { classes } from '../../../ui/classes.js';
import styles from './upload-state.module.css';

const ROUND = 2 * Math.PI * 19;

/** How far an upload is, and the way to take it back. Nothing once it failed: the bubble says why and offers Retry. */
export function UploadRing({ clientMessageId, onMedia = false }: { clientMessageId: string; onMedia?: boolean }) {
  const { uploads } = useLive();
  const share = useLiveState((state) => state.uploads.progress[clientMessageId]);
  const isFailed = useLiveState((state) => state.uploads.sends.some((send) => send.clientMessageId === clientMessageId && send.failure !== null));
  if (isFailed) return null;
  const isAtWork = share === undefined || share >= 1;
  const percent = Math.round((share ?? 0) * 100);
  const words = share === undefined ? 'Waiting to upload' : isAtWork ? 'Finishing the upload' : `Uploading, ${percent} percent`;
  return (
    <span className={classes(styles.ring, onMedia && styles.onMedia)}>
      <svg viewBox="0 0 44 44" className={classes(styles.circle, isAtWork && styles.turning)} role="progressbar" aria-label="Upload" aria-valuetext={words} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <circle cx="22" cy="22" r="19" className={styles.track} />
        <circle cx="22" cy="22" r="19" className={styles.done} strokeDasharray={ROUND} strokeDashoffset={ROUND * (1 - (isAtWork ? 0.25 : Math.max(share, 0.03)))} />
      </svg>
      <button type="button" className={styles.cancel} aria-label="Cancel upload" title="Cancel upload" onClick={() => void uploads.discard(clientMessageId)}>
        <X size={20} aria-hidden />
      </button>
    </span>
  );
}

/** The ring in the middle of what it is about. */
export function UploadVeil({ clientMessageId }: { clientMessageId: string }) {
  return (
    <span className={styles.veil}>
      <UploadRing clientMessageId={clientMessageId} onMedia />
    </span>
  );
}
