import { TEXTS } from '@duet/contracts/plain';
import { Mic, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Alert } from '../../media/alert.js';
import { RecorderBar } from '../../media/recorder/late-recorder-bar.js';
import { type VoiceRecording, useVoice } from '../../media/recorder/use-voice.js';
import { VoicePreview } from '../../media/recorder/voice-preview.js';
import { said, t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
import styles from './proof.module.css';

interface ProofVoiceProps {
  stepId: string;
  title: string;
  recording: VoiceRecording | null;
  isSending: boolean;
  /** A recording under way ends, and stays, once this is false. */
  mayRecord: boolean;
  onRecorded: (recording: VoiceRecording | null) => void;
}

/** The voice note of a proof: recorded, heard, and recorded again. */
export function ProofVoice({ stepId, title, recording, isSending, mayRecord, onRecorded }: ProofVoiceProps) {
  const voice = useVoice(`step:${stepId}`, onRecorded, false);
  const finish = useEffectEvent(() => (voice.state === 'starting' ? voice.cancel() : voice.send()));
  const isIdle = voice.state === 'idle';
  useEffect(() => {
    if (!mayRecord && !isIdle) finish();
  }, [mayRecord, isIdle]);
  if (!('MediaRecorder' in window)) return null;
  return (
    <div className={styles.proof} inert={isSending || !mayRecord}>
      {recording ? (
        <Recorded stepId={stepId} recording={recording} onDelete={() => onRecorded(null)} />
      ) : isIdle ? (
        <RecordButton label={t('challenges.recordLabel', { title })} onPress={() => voice.start(false)} />
      ) : (
        <RecorderBar voice={voice} sendLabel={t('challenges.useRecording')} />
      )}
      <Alert
        title={t('media.microphone')}
        lines={voice.isRefused ? [said(TEXTS.microphoneRefused)] : []}
        onClose={voice.recorder.dismiss}
      />
    </div>
  );
}

function RecordButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <div className={styles.ways}>
      <Button look="soft" aria-label={label} onPress={onPress}>
        <Mic size={18} aria-hidden />
        {t('media.recordAVoiceNote')}
      </Button>
    </div>
  );
}

interface RecordedProps {
  stepId: string;
  recording: VoiceRecording;
  onDelete: () => void;
}

/** A finished recording. It takes the focus from the recorder that it replaces, unless the partner's pause ended that. */
function Recorded({ stepId, recording: { blob, file }, onDelete }: RecordedProps) {
  const { duration = 0, waveform = [] } = file;
  const frame = useRef<HTMLDivElement>(null);
  const address = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  useEffect(() => {
    if (!frame.current?.closest('[inert]')) frame.current?.focus();
  }, []);
  const track = useMemo(
    () => ({ key: `proof:${stepId}`, duration, address: async () => address }),
    [stepId, duration, address],
  );
  return (
    <div ref={frame} role="group" tabIndex={-1} aria-label={t('challenges.yourRecording')} className={styles.recorded}>
      <VoicePreview track={track} waveform={waveform} />
      <IconButton label={t('media.deleteRecording')} onPress={onDelete}>
        <Trash2 size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
