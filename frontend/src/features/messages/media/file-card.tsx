import { Download, File, FileArchive, FileAudio, FileCode, FileSpreadsheet, FileText, Film, type LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { useFormats } from '../../../ui/formats.js';
import { useDownload } from './download.js';
import styles from './file-card.module.css';
import type { Shown } from './shown.js';
import { UploadRing } from './upload-state.js';
import { extensionOf, sizeWords } from './words.js';

const ICONS: readonly [of: RegExp, icon: LucideIcon][] = [
  [/pdf|^text\/(plain|markdown|rtf)|wordprocessing|msword|opendocument\.text|rtf/, FileText],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/zip|compressed|x-tar|gzip|x-7z|rar/, FileArchive],
  [/^audio\//, FileAudio],
  [/^video\//, Film],
  [/json|xml|html|javascript|css|x-sh|x-python/, FileCode],
];

const iconOf = (mimeType: string): LucideIcon => ICONS.find(([of]) => of.test(mimeType))?.[1] ?? File;

/** A file: what it is, its name and size, and the way to have it. */
export function FileCard({ item, upload = null }: { item: Shown; upload?: string | null }) {
  const { start, isFailed } = useDownload(item);
  const { number } = useFormats();
  const size = sizeWords(item.size, number);
  const facts = [extensionOf(item.name), size].filter((fact) => fact !== '').join(' · ');
  return (
    <div className={styles.card}>
      <span className={styles.icon}>
        {createElement(iconOf(item.mimeType), { size: 22, 'aria-hidden': true })}
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={item.name}>
          {item.name}
        </span>
        <span className={styles.facts}>{isFailed ? <span role="alert">Could not be loaded. Try again.</span> : facts}</span>
      </span>
      {upload !== null && <UploadRing clientMessageId={upload} />}
      {item.id !== null && (
        <button type="button" className={styles.download} aria-label={`Download ${item.name}, ${size}`} title="Download" onClick={start}>
          <Download size={20} aria-hidden />
        </button>
      )}
    </div>
  );
}
