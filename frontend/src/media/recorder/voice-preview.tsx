import { Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';
import styles from './recorder-bar.module.css';
import { type Track, player, usePlayback } from '../voice/voice-player.js';
import { Waveform } from '../voice/waveform.js';
import { clockWords } from '../words.js';

/** Plays the recording before it is sent. */
export function VoicePreview({ track, waveform }: { track: Track; waveform: readonly number[] }) {
  const { state, time } = usePlayback(track.key);
  const isPlaying = state === 'playing' || state === 'loading';
  useEffect(() => () => player.stop(track.key), [track.key]);
  return (
    <div className={styles.well}>
      <IconButton
        label={isPlaying ? t('media.pause') : t('media.playRecording')}
        onPress={() => (isPlaying ? player.pause() : void player.play(track))}
      >
        {isPlaying ? (
          <Pause size={20} fill="currentColor" aria-hidden />
        ) : (
          <Play size={20} fill="currentColor" aria-hidden />
        )}
      </IconButton>
      <div className={styles.wave}>
        <Waveform peaks={waveform} duration={track.duration} time={time} onSeek={(to) => player.seek(track, to)} />
      </div>
      <span className={styles.time}>{clockWords(time > 0 ? time : track.duration)}</span>
    </div>
  );
}
