import { Check, Film, Image, Mic, RotateCcw, X } from 'lucide-react';
import { type AlbumFile, useAlbumPreview, useAlbumProgress } from '../../../../sync/album/index.js';
import { useLive } from '../../../../sync/index.js';
import { errorSentence } from '../../../../texts/error-sentence.js';
import { t } from '../../../../texts/index.js';
import { sizeWords } from '../../../../media/words.js';
import { useFormats } from '../../../../ui/formats.js';
import { IconButton } from '../../../../ui/icon-button.js';
import styles from './upload-panel.module.css';

/** One file on its way, with Cancel; after a failure why, with Retry where the capsule takes files. */
export function UploadRow({ file, mayAdd }: { file: AlbumFile; mayAdd: boolean }) {
  const { album } = useLive();
  const { clientId, name, state } = file;
  const share = useAlbumProgress(clientId);
  return (
    <li className={styles.row} data-state={state}>
      <Look file={file} />
      <div className={styles.about}>
        <span className={styles.name}>{name}</span>
        <StateWords file={file} share={share} />
        {share !== undefined && <span className={styles.share} style={{ inlineSize: `${share * 100}%` }} aria-hidden />}
      </div>
      {mayAdd && state === 'failed' && (
        <IconButton
          label={t('album.retryName', { name })}
          onPress={() => void album.use((queue) => queue.retry([clientId]))}
        >
          <RotateCcw size={18} aria-hidden />
        </IconButton>
      )}
      {state === 'known' ? (
        <Check size={18} aria-hidden className={styles.check} />
      ) : (
        <IconButton
          label={t('album.cancelName', { name })}
          onPress={() => void album.use((queue) => queue.discard([clientId]))}
        >
          <X size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function failureWords(failure: AlbumFile['failure']): string {
  if (failure === null || failure === 'UNAVAILABLE') return t('album.connectionLost');
  // The panel says once why the capsule takes nothing.
  if (failure === 'CAPSULE_SEALED' || failure === 'CAPSULE_STATE') return t('album.notAdded');
  return errorSentence(failure);
}

function StateWords({ file: { state, failure, size }, share }: { file: AlbumFile; share: number | undefined }) {
  const { number } = useFormats();
  if (state === 'known') return <span className={styles.state}>{t('album.alreadyThere')}</span>;
  if (state === 'failed') {
    return <span className={styles.failed}>{failureWords(failure)}</span>;
  }
  if (share === undefined) return <span className={styles.state}>{sizeWords(size, number)}</span>;
  return (
    <span className={styles.state}>
      {share >= 1 ? t('album.preparing') : t('album.percent', { percent: Math.round(share * 100) })}
    </span>
  );
}

function Look({ file: { kind, clientId, state } }: { file: AlbumFile }) {
  if (kind === 'voice')
    return (
      <span className={styles.look}>
        <Mic size={20} aria-hidden />
      </span>
    );
  if (kind === 'video')
    return (
      <span className={styles.look}>
        <Film size={20} aria-hidden />
      </span>
    );
  // The bytes of what is through are gone.
  return (
    <span className={styles.look}>
      {state === 'known' ? <Image size={20} aria-hidden /> : <Preview clientId={clientId} />}
    </span>
  );
}

function Preview({ clientId }: { clientId: string }) {
  const address = useAlbumPreview(clientId);
  return address !== null && <img src={address} alt="" decoding="async" className={styles.preview} />;
}
