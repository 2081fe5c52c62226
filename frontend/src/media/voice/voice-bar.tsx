import type { VoiceStatus } from '@duet/contracts';
import { Mic, Pause, Play, RotateCcw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../texts/index.js';
import { Spinner } from '../../ui/spinner.js';
import styles from './voice-bar.module.css';
import { type Track, player, usePlayback, useRate } from './voice-player.js';
import { Waveform } from './waveform.js';
import { clockWords, spokenTime } from '../words.js';

interface VoiceBarProps {
  track: Track;
  waveform: readonly number[];
  status: VoiceStatus | null;
  isMine: boolean;
  /** It plays from this page's copy, whatever its state on the server. */
  isLocal: boolean;
  /** Replaces the speed, such as the progress of an upload. */
  aside?: ReactNode;
}

/** Play and pause, a waveform to seek, time, speed, and the note's state. */
export function VoiceBar({ track, waveform, status, isMine, isLocal, aside }: VoiceBarProps) {
  const { state, time } = usePlayback(track.key);
  const rate = useRate();
  const isPlayable = isLocal || status === 'ready' || status === 'played';
  const isActive = state === 'playing' || state === 'paused' || state === 'loading';
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t('media.voiceNoteDuration', { duration: spokenTime(track.duration) })}
    >
      <PlayButton track={track} isPlayable={isPlayable} status={status} />
      <div className={styles.middle}>
        <Waveform
          peaks={waveform}
          duration={track.duration}
          time={isActive ? time : 0}
          isDisabled={!isPlayable}
          onSeek={(to) => player.seek(track, to)}
        />
        <div className={styles.foot}>
          <span className={styles.time}>
            {isActive && time > 0 ? `${clockWords(time)} / ${clockWords(track.duration)}` : clockWords(track.duration)}
          </span>
          <VoiceStatusNote status={status} isMine={isMine} isBroken={state === 'broken'} isPlayable={isPlayable} />
        </div>
      </div>
      {aside ?? (
        <button
          type="button"
          className={styles.rate}
          aria-label={t('media.speedRateTimes', { rate })}
          disabled={!isPlayable}
          onClick={player.nextRate}
        >
          {rate}×
        </button>
      )}
    </div>
  );
}

function PlayButton({ track, isPlayable, status }: { track: Track; isPlayable: boolean; status: VoiceStatus | null }) {
  const { state } = usePlayback(track.key);
  const looks: Record<typeof state, [label: string, icon: ReactNode]> = {
    idle: [t('media.playVoiceNote'), <Play key="play" size={20} fill="currentColor" aria-hidden />],
    paused: [t('media.playVoiceNote'), <Play key="play" size={20} fill="currentColor" aria-hidden />],
    playing: [t('media.pauseVoiceNote'), <Pause key="pause" size={20} fill="currentColor" aria-hidden />],
    loading: [t('media.pauseVoiceNote'), <Spinner key="load" label={t('common.loading')} />],
    broken: [t('media.voiceNoteCouldNotBeLoaded'), <RotateCcw key="retry" size={20} aria-hidden />],
  };
  const [label, icon] = looks[state];
  const press = (): void => {
    if (state === 'playing' || state === 'loading') player.pause();
    else void player.play(track);
  };
  return (
    <button type="button" className={styles.play} aria-label={label} disabled={!isPlayable} onClick={press}>
      {isPlayable ? (
        icon
      ) : status === 'failed' ? (
        <TriangleAlert size={20} aria-hidden />
      ) : (
        <Spinner label={t('media.processing')} />
      )}
    </button>
  );
}

/** The state of the voice note as a text. */
function VoiceStatusNote({
  status,
  isMine,
  isBroken,
  isPlayable,
}: {
  status: VoiceStatus | null;
  isMine: boolean;
  isBroken: boolean;
  isPlayable: boolean;
}) {
  if (isBroken) return <span role="status">{t('media.couldNotBeLoaded')}</span>;
  if (status === 'failed') {
    return (
      <span className={styles.failed}>
        <TriangleAlert size={13} aria-hidden />{' '}
        {isPlayable ? t('media.onlyHereItCouldNotBe') : t('media.couldNotBePrepared')}
      </span>
    );
  }
  if (status === 'processing') return <span>{t('media.processingNow')}</span>;
  if (isMine && status === 'played') {
    return (
      <span className={styles.played}>
        <Mic size={13} aria-hidden /> {t('media.played')}
      </span>
    );
  }
  return !isMine && status === 'ready' ? <span className={styles.new}>{t('media.new')}</span> : null;
}
