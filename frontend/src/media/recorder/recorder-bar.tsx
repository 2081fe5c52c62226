import { LIMITS } from '@duet/contracts/plain';
import { Pause, Mic, SendHorizontal, Square, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';
import { classes } from '../../ui/classes.js';
import { lastLevels } from './peaks.js';
import type { Recording } from './recorder.js';
import { TranscriptField } from './transcript-field.js';
import styles from './recorder-bar.module.css';
import type { Voice } from './use-voice.js';
import { VoicePreview } from './voice-preview.js';
import { clockWords, spokenTime } from '../words.js';

const METER_BARS = 40;

/** Replaces the field: the recorder while it runs, then its preview. */
export function RecorderBar({ voice, sendLabel }: { voice: Voice; sendLabel: string }) {
  const { state, recording } = voice;
  const words = {
    idle: '',
    starting: t('media.waitingForTheMicrophone'),
    recording: t('media.recording'),
    paused: t('media.recordingPaused'),
    recorded: t('media.voiceNoteReadyToSend'),
  }[state];
  return (
    <div className={styles.bar} role="group" aria-label={t('media.voiceRecorder')} data-recorder>
      <span className="visually-hidden" role="status">
        {words}
      </span>
      {recording && <TranscriptField transcriber={voice.transcriber} />}
      <IconButton label={t('media.deleteRecording')} onPress={voice.cancel}>
        <Trash2 size={20} aria-hidden />
      </IconButton>
      {recording ? <Preview recording={recording} /> : <Meter voice={voice} />}
      <IconButton label={sendLabel} look="primary" autoFocus isDisabled={state === 'starting'} onPress={voice.send}>
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
        <svg
          className={styles.meter}
          viewBox={`0 0 ${METER_BARS * 5} 32`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bars.map((level, index) => {
            const height = Math.max(3, level * 32);
            return <rect key={index} x={index * 5 + 1} y={(32 - height) / 2} width="3" height={height} rx="1.5" />;
          })}
        </svg>
        {left <= 30 && (
          <span className={styles.left} role="status">
            {t('media.secondsLeft', { left: Math.ceil(left) })}
          </span>
        )}
      </div>
      {state === 'paused' ? (
        <IconButton label={t('media.resumeRecording')} onPress={recorder.resume}>
          <Mic size={20} aria-hidden />
        </IconButton>
      ) : (
        <IconButton label={t('media.pauseRecording')} isDisabled={state === 'starting'} onPress={recorder.pause}>
          <Pause size={20} aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={t('media.stopAndListen')}
        isDisabled={state === 'starting'}
        onPress={() => void recorder.stop()}
      >
        <Square size={18} fill="currentColor" aria-hidden />
      </IconButton>
    </>
  );
}

function Preview({ recording }: { recording: Recording }) {
  const track = useMemo(
    () => ({ key: 'preview', duration: recording.duration, address: async () => recording.url }),
    [recording],
  );
  return <VoicePreview track={track} waveform={recording.waveform} />;
}
