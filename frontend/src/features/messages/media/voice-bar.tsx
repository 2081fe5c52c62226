import type { VoiceStatus } from '@duet/contracts';
import { Mic, Pause, Play, RotateCcw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '../../../ui/spinner.js';
import { UploadRing } from './upload-state.js';
import styles from './voice-bar.module.css';
import { type Track, player, usePlayback, useRate } from './voice-player.js';
import { Waveform } from './waveform.js';
import { clockWords, spokenTime } from './words.js';

interface VoiceBarProps {
  track: Track;
  waveform: readonly number[];
  status: VoiceStatus | null;
  isMine: boolean;
  /** It plays from this browser's memory, whatever the server still does with it. */
  isLocal: boolean;
  /** The upload that it still is. */
  upload: string | null;
}

/** Play and pause, the waveform to seek on, time and speed; and what stands between a note and its hearer. */
export function VoiceBar({ track, waveform, status, isMine, isLocal, upload }: VoiceBarProps) {
  const { state, time } = usePlayback(track.key);
  const rate = useRate();
  const isPlayable = isLocal || status === 'ready' || status === 'played';
  const isActive = state === 'playing' || state === 'paused' || state === 'loading';
  return (
    <div className={styles.bar} role="group" aria-label={`Voice note, ${spokenTime(track.duration)}`}>
      <PlayButton track={track} isPlayable={isPlayable} status={status} />
      <div className={styles.middle}>
        <Waveform peaks={waveform} duration={track.duration} time={isActive ? time : 0} isDisabled={!isPlayable} onSeek={(to) => player.seek(track, to)} />
        <div className={styles.foot}>
          <span className={styles.time}>{isActive && time > 0 ? `${clockWords(time)} / ${clockWords(track.duration)}` : clockWords(track.duration)}</span>
          <Words status={status} isMine={isMine} isBroken={state === 'broken'} isPlayable={isPlayable} />
        </div>
      </div>
      {upload !== null ? (
        <UploadRing clientMessageId={upload} />
      ) : (
        <button type="button" className={styles.rate} aria-label={`Speed ${rate} times`} disabled={!isPlayable} onClick={player.nextRate}>
          {rate}×
        </button>
      )}
    </div>
  );
}

function PlayButton({ track, isPlayable, status }: { track: Track; isPlayable: boolean; status: VoiceStatus | null }) {
  const { state } = usePlayback(track.key);
  const looks: Record<typeof state, [label: string, icon: ReactNode]> = {
    idle: ['Play voice note', <Play key="play" size={20} fill="currentColor" aria-hidden />],
    paused: ['Play voice note', <Play key="play" size={20} fill="currentColor" aria-hidden />],
    playing: ['Pause voice note', <Pause key="pause" size={20} fill="currentColor" aria-hidden />],
    loading: ['Pause voice note', <Spinner key="load" label="Loading" />],
    broken: ['Voice note could not be loaded. Retry', <RotateCcw key="retry" size={20} aria-hidden />],
  };
  const [label, icon] = looks[state];
  const press = (): void => {
    if (state === 'playing' || state === 'loading') player.pause();
    else void player.play(track);
  };
  return (
    <button type="button" className={styles.play} aria-label={label} disabled={!isPlayable} onClick={press}>
      {isPlayable ? icon : status === 'failed' ? <TriangleAlert size={20} aria-hidden /> : <Spinner label="Processing" />}
    </button>
  );
}

/** What is to be known besides the time, in words. */
function Words({ status, isMine, isBroken, isPlayable }: { status: VoiceStatus | null; isMine: boolean; isBroken: boolean; isPlayable: boolean }) {
  if (isBroken) return <span role="status">Could not be loaded</span>;
  if (status === 'failed') {
    return (
      <span className={styles.failed}>
        <TriangleAlert size={13} aria-hidden /> {isPlayable ? 'Only here: it could not be prepared' : 'Could not be prepared'}
      </span>
    );
  }
  if (status === 'processing') return <span>Processing…</span>;
  if (isMine && status === 'played') {
    return (
      <span className={styles.played}>
        <Mic size={13} aria-hidden /> Played
      </span>
    );
  }
  return !isMine && status === 'ready' ? <span className={styles.new}>New</span> : null;
}
