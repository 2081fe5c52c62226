import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import styles from './transcript.module.css';

/** The words of a voice note, for whoever asks for them. */
export function Transcript({ words }: { words: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.transcript}>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <ChevronDown size={16} aria-hidden />
        {isOpen ? 'Hide transcript' : 'Show transcript'}
      </button>
      <p id={id} className={styles.words} dir="auto" hidden={!isOpen}>
        {words}
      </p>
    </div>
  );
}
