import {
  Download,
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileSpreadsheet,
  FileText,
  Film,
  type LucideIcon,
} from 'lucide-react';
import { type ReactNode, createElement } from 'react';
import { t } from '../texts/index.js';
import { useFormats } from '../ui/formats.js';
import { useDownload } from './download.js';
import styles from './file-card.module.css';
import type { MediaItem } from './media-item.js';
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

/** A file: its kind, name and size, and a download button. */
export function FileCard({ item, aside }: { item: MediaItem; aside?: ReactNode }) {
  const { start, isFailed } = useDownload(item);
  const { number } = useFormats();
  const size = sizeWords(item.size, number);
  const details = [extensionOf(item.name), size].filter((detail) => detail !== '').join(' · ');
  return (
    <div className={styles.card}>
      <span className={styles.icon}>{createElement(iconOf(item.mimeType), { size: 22, 'aria-hidden': true })}</span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={item.name}>
          {item.name}
        </span>
        <span className={styles.details}>
          {isFailed ? <span role="alert">{t('media.couldNotBeLoadedTryAgain')}</span> : details}
        </span>
      </span>
      {aside}
      {item.id !== null && (
        <button
          type="button"
          className={styles.download}
          aria-label={t('media.downloadNameSize', { name: item.name, size })}
          title={t('media.download')}
          onClick={start}
        >
          <Download size={20} aria-hidden />
        </button>
      )}
    </div>
  );
}
