import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../texts/index.js';
import styles from './transcript.module.css';

/** The transcript of a voice note, hidden until the user opens it. */
export function Transcript({ words }: { words: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.transcript}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown size={16} aria-hidden />
        {isOpen ? t('media.hideTranscript') : t('media.showTranscript')}
      </button>
      <p id={id} className={styles.words} dir="auto" hidden={!isOpen}>
        {words}
      </p>
    </div>
  );
}
