import { LIMITS } from '@duet/contracts/plain';
import { useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.js';
import { TextArea } from '../../../ui/text-area.js';
import type { Scribe } from './scribe.js';
import styles from './spoken-words.module.css';

/** What the device has heard, to be corrected or left out before it goes with the voice note. */
export function SpokenWords({ scribe }: { scribe: Scribe }) {
  const { words, isListening, isOn } = useSyncExternalStore(scribe.subscribe, scribe.get);
  if (!isOn) return null;
  const isEmpty = words === '' && !isListening;
  return (
    <div className={styles.spoken}>
      <TextArea
        label="Transcript"
        description={isListening ? 'Still writing down what you said…' : isEmpty ? 'No words were heard. You can write them yourself.' : 'Heard on this device. It goes with your voice note.'}
        rows={2}
        value={words}
        onChange={(written) => scribe.write(written.slice(0, LIMITS.transcriptLength))}
      />
      <Button look="ghost" size="small" onPress={scribe.drop}>
        Send without transcript
      </Button>
    </div>
  );
}
