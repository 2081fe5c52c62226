import { TEXTS } from '@duet/contracts/plain';
import { File, Film, X } from 'lucide-react';
import { said, t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { Alert } from '../alert.js';
import type { ChosenFile } from '../choose/choose-files.js';
import { DropZone } from '../choose/drop-zone.js';
import { sizeWords } from '../words.js';
import styles from './tray.module.css';
import type { TrayState } from './use-tray.js';

/** The files to be sent, each with Remove, and the problems of those that were left out. */
export function Tray({ tray, dropLabel }: { tray: TrayState; dropLabel: string }) {
  return (
    <>
      <DropZone label={dropLabel} onFiles={tray.add} />
      {tray.chosen.length > 0 && (
        <ul className={styles.tray} aria-label={t('media.filesToSend')}>
          {tray.chosen.map((chosen) => (
            <Piece key={chosen.id} chosen={chosen} onRemove={() => tray.remove([chosen])} />
          ))}
        </ul>
      )}
      {tray.isFull && (
        <p role="alert" className={styles.full}>
          {said(TEXTS.tooManyFiles)}
        </p>
      )}
      <Alert
        title={t('media.tooLarge')}
        lines={tray.tooLarge.map((name) => t('media.fileTooLarge', { name }))}
        onClose={tray.dismiss}
      />
    </>
  );
}

function Piece({ chosen: { file, kind, url }, onRemove }: { chosen: ChosenFile; onRemove: () => void }) {
  const { number } = useFormats();
  return (
    <li className={styles.piece} data-kind={kind} title={file.name}>
      {kind === 'image' && url !== null && <img src={url} alt={file.name} className={styles.look} />}
      {kind === 'video' && url !== null && (
        <>
          <video
            src={url}
            muted
            playsInline
            preload="metadata"
            tabIndex={-1}
            aria-label={file.name}
            className={styles.look}
          />
          <Film size={16} aria-hidden className={styles.mark} />
        </>
      )}
      {kind === 'file' && (
        <span className={styles.file}>
          <File size={20} aria-hidden />
          <span className={styles.words}>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{sizeWords(file.size, number)}</span>
          </span>
        </span>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('media.removeName', { name: file.name })}
        onClick={onRemove}
      >
        <span>
          <X size={15} strokeWidth={2.6} aria-hidden />
        </span>
      </button>
    </li>
  );
}
