import { LIMITS } from '@duet/contracts/plain';
import { type KeyboardEvent } from 'react';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import styles from './waveform.module.css';
import { spokenTime } from '../words.js';

interface WaveformProps {
  /** The loudness over the note, each 0 to 1; empty draws flat bars. */
  peaks: readonly number[];
  duration: number;
  time: number;
  isDisabled?: boolean;
  onSeek: (time: number) => void;
}

/** The arrow keys move by this, in seconds; Page Up and Page Down by five times that. */
const STEP = 1;

const flat: readonly number[] = Array.from({ length: LIMITS.waveformPeaks }, () => 0.15);

/** A waveform with a range input over it to seek. */
export function Waveform({ peaks, duration, time, isDisabled = false, onSeek }: WaveformProps) {
  const bars = peaks.length > 0 ? peaks : flat;
  const share = duration > 0 ? time / duration : 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = {
      PageUp: 5 * STEP,
      PageDown: -5 * STEP,
      ArrowRight: STEP,
      ArrowUp: STEP,
      ArrowLeft: -STEP,
      ArrowDown: -STEP,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onSeek(Math.min(Math.max(time + by, 0), duration));
  };
  return (
    <div className={styles.waveform}>
      <svg viewBox={`0 0 ${bars.length * 6} 32`} preserveAspectRatio="none" aria-hidden="true" className={styles.bars}>
        {bars.map((peak, index) => {
          const height = Math.max(4, peak * 32);
          return (
            <rect
              key={index}
              x={index * 6 + 1}
              y={(32 - height) / 2}
              width="4"
              height={height}
              rx="2"
              className={classes((index + 0.5) / bars.length <= share && styles.played)}
            />
          );
        })}
      </svg>
      <input
        type="range"
        className={styles.slider}
        aria-label={t('media.positionInTheVoiceNote')}
        aria-valuetext={t('media.timeOfDuration', { time: spokenTime(time), duration: spokenTime(duration) })}
        min={0}
        max={Math.max(duration, 0.1)}
        step={0.05}
        value={time}
        disabled={isDisabled}
        onKeyDown={onKeyDown}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
      />
    </div>
  );
}
