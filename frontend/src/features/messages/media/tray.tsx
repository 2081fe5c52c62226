import { TEXTS } from '@duet/contracts/plain';
import { File, Film, X } from 'lucide-react';
import { useFormats } from '../../../ui/formats.js';
import { Alert } from './alert.js';
import type { Chosen } from './choose-files.js';
import { DropZone } from './drop-zone.js';
import styles from './tray.module.css';
import type { TrayNow } from './use-tray.js';
import { sizeWords } from './words.js';

/** Above the field: what will be sent, each to be taken out again; and what could not be taken in. */
export function Tray({ tray }: { tray: TrayNow }) {
  return (
    <>
      <DropZone onFiles={tray.add} />
      {tray.chosen.length > 0 && (
        <ul className={styles.tray} aria-label="Files to send">
          {tray.chosen.map((chosen) => (
            <Piece key={chosen.id} chosen={chosen} onRemove={() => tray.remove(chosen.id)} />
          ))}
        </ul>
      )}
      {tray.isFull && (
        <p role="alert" className={styles.full}>
          {TEXTS.tooManyFiles}
        </p>
      )}
      <Alert title="Too large" lines={tray.tooLarge.map(TEXTS.fileTooLarge)} onClose={tray.dismiss} />
    </>
  );
}

function Piece({ chosen: { file, kind, url }, onRemove }: { chosen: Chosen; onRemove: () => void }) {
  const { number } = useFormats();
  return (
    <li className={styles.piece} data-kind={kind} title={file.name}>
      {kind === 'image' && url !== null && <img src={url} alt={file.name} className={styles.look} />}
      {kind === 'video' && url !== null && (
        <>
          <video src={url} muted playsInline preload="metadata" tabIndex={-1} aria-label={file.name} className={styles.look} />
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
      <button type="button" className={styles.remove} aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <span>
          <X size={15} strokeWidth={2.6} aria-hidden />
        </span>
      </button>
    </li>
  );
}
