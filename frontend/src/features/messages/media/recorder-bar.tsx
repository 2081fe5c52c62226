import { LIMITS } from '@duet/contracts/plain';
import { Pause, Mic, SendHorizontal, Square, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '../../../ui/icon-button.js';
import { classes } from '../../../ui/classes.js';
import { lastLevels } from './peaks.js';
import type { Recording } from './recorder.js';
import { SpokenWords } from './spoken-words.js';
import styles from './recorder-bar.module.css';
import type { Voice } from './use-voice.js';
import { VoicePreview } from './voice-preview.js';
import { clockWords, spokenTime } from './words.js';

const METER_BARS = 40;

/** In the place of the field: the recorder while it runs, and its preview. */
export function RecorderBar({ voice }: { voice: Voice }) {
  const { state, recording } = voice;
  const words = { idle: '', starting: 'Waiting for the microphone', recording: 'Recording', paused: 'Recording paused', recorded: 'Voice note ready to send' }[state];
  return (
    <div className={styles.bar} role="group" aria-label="Voice recorder" data-recorder>
      <span className="visually-hidden" role="status">
        {words}
      </span>
      {recording && <SpokenWords scribe={voice.scribe} />}
      <IconButton label="Delete recording" onPress={voice.cancel}>
        <Trash2 size={20} aria-hidden />
      </IconButton>
      {recording ? <Preview recording={recording} /> : <Meter voice={voice} />}
      <IconButton label="Send voice note" look="primary" autoFocus isDisabled={state === 'starting'} onPress={voice.send}>
        <SendHorizontal size={20} aria-hidden />
      </IconButton>
    </div>
  );
}

function Meter({ voice: { state, seconds, levels, recorder } }: { voice: Voice }) {
  const bars = lastLevels(levels, METER_BARS);
  const left = LIMITS.voiceSeconds - seconds;
  return (
    <>
      <div className={styles.well}>
        <span className={classes(styles.dot, state === 'recording' && styles.live)} />
        <span className={styles.time} role="timer" aria-label={spokenTime(seconds)}>
          {clockWords(seconds)}
        </span>
        <svg className={styles.meter} viewBox={`0 0 ${METER_BARS * 5} 32`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((level, index) => {
            const height = Math.max(3, level * 32);
            return <rect key={index} x={index * 5 + 1} y={(32 - height) / 2} width="3" height={height} rx="1.5" />;
          })}
        </svg>
        {left <= 30 && (
          <span className={styles.left} role="status">
            {Math.ceil(left)} s left
          </span>
        )}
      </div>
      {state === 'paused' ? (
        <IconButton label="Resume recording" onPress={recorder.resume}>
          <Mic size={20} aria-hidden />
        </IconButton>
      ) : (
        <IconButton label="Pause recording" isDisabled={state === 'starting'} onPress={recorder.pause}>
          <Pause size={20} aria-hidden />
        </IconButton>
      )}
      <IconButton label="Stop and listen" isDisabled={state === 'starting'} onPress={() => void recorder.stop()}>
        <Square size={18} fill="currentColor" aria-hidden />
      </IconButton>
    </>
  );
}

function Preview({ recording }: { recording: Recording }) {
  const track = useMemo(() => ({ key: 'preview', duration: recording.duration, address: async () => recording.url }), [recording]);
  return <VoicePreview track={track} waveform={recording.waveform} />;
}
