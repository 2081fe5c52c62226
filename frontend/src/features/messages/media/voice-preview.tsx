import { Pause, Play } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../../ui/icon-button.js';
import styles from './recorder-bar.module.css';
import { type Track, player, usePlayback } from './voice-player.js';
import { Waveform } from './waveform.js';
import { clockWords } from './words.js';

/** What was recorded, to be heard before it leaves. */
export function VoicePreview({ track, waveform }: { track: Track; waveform: readonly number[] }) {
  const { state, time } = usePlayback(track.key);
  const isPlaying = state === 'playing' || state === 'loading';
  useEffect(() => () => player.stop(track.key), [track.key]);
  return (
    <div className={styles.well}>
      <IconButton label={isPlaying ? 'Pause' : 'Play recording'} onPress={() => (isPlaying ? player.pause() : void player.play(track))}>
        {isPlaying ? <Pause size={20} fill="currentColor" aria-hidden /> : <Play size={20} fill="currentColor" aria-hidden />}
      </IconButton>
      <div className={styles.wave}>
        <Waveform peaks={waveform} duration={track.duration} time={time} onSeek={(to) => player.seek(track, to)} />
      </div>
      <span className={styles.time}>{clockWords(time > 0 ? time : track.duration)}</span>
    </div>
  );
}
