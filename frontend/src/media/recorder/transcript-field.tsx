import { LIMITS } from '@duet/contracts/plain';
import { useObservable } from '../../observable/observable.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import type { Transcriber } from './transcriber.js';
import styles from './transcript-field.module.css';

/** The transcript, which the user can correct or drop before it is sent with the voice note. */
export function TranscriptField({ transcriber }: { transcriber: Transcriber }) {
  const { words, isListening, isOn } = useObservable(transcriber);
  if (!isOn) return null;
  const isEmpty = words === '' && !isListening;
  return (
    <div className={styles.spoken}>
      <TextArea
        label={t('media.transcript')}
        description={
          isListening
            ? t('media.stillWritingDownWhatYouSaid')
            : isEmpty
              ? t('media.noWordsWereHeardYouCan')
              : t('media.heardOnThisDeviceItGoes')
        }
        rows={2}
        value={words}
        onChange={(written) => transcriber.correctWords(written.slice(0, LIMITS.transcriptLength))}
      />
      <Button look="ghost" size="small" onPress={transcriber.dropWords}>
        {t('media.sendWithoutTranscript')}
      </Button>
    </div>
  );
}
