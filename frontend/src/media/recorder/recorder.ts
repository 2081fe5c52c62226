import { LIMITS } from '@duet/contracts/plain';
import { type Observable, createObservable } from '../../observable/observable.js';
import { appLock } from '../../platform/app-lock/app-lock.js';
import { toPeaks } from './peaks.js';
import { RecordingSession } from './recording-session.js';

export interface Recording {
  blob: Blob;
  /** For the preview; valid until the recording is discarded. */
  url: string;
  name: string;
  mimeType: string;
  /** Seconds. */
  duration: number;
  waveform: number[];
}

export interface RecorderState {
  state: 'idle' | 'starting' | 'recording' | 'paused' | 'recorded';
  seconds: number;
  /** The loudness, 0 to 1, sampled twenty times a second. */
  levels: readonly number[];
  recording: Recording | null;
  /** The browser refused the microphone, or cannot record. */
  isRefused: boolean;
}

export interface Recorder extends Observable<RecorderState> {
  /** The track that is being recorded; null while none is. */
  track: () => MediaStreamTrack | null;
  start: () => Promise<void>;
  pause: () => void;
  resume: () => void;
  /** Ends the recording for a preview or for sending. @returns null when there is none */
  stop: () => Promise<Recording | null>;
  /** Back to idle; the recording is dropped. */
  discard: () => void;
  /** The user closed the message about the refused microphone. */
  dismiss: () => void;
}

const IDLE: RecorderState = { state: 'idle', seconds: 0, levels: [], recording: null, isRefused: false };

const SAMPLE_INTERVAL = 50;

function recordingOf(blob: Blob, duration: number, levels: readonly number[]): Recording {
  return {
    blob,
    url: URL.createObjectURL(blob),
    name: blob.type === 'audio/mp4' ? 'voice.m4a' : 'voice.webm',
    mimeType: blob.type,
    duration,
    waveform: toPeaks(levels, LIMITS.waveformPeaks),
  };
}

/** Records one voice note at a time and follows its level and length. Knows no component. */
class MicrophoneRecorder implements Recorder {
  private readonly now = createObservable(IDLE);
  readonly get = this.now.get;
  readonly subscribe = this.now.subscribe;
  private session: RecordingSession | null = null;
  private sampling: ReturnType<typeof setInterval> | undefined;
  /** Counts the starts: one that was discarded while the browser asked for permission must not record. */
  private attempt = 0;

  track(): MediaStreamTrack | null {
    return this.session?.track() ?? null;
  }

  readonly start = async (): Promise<void> => {
    if (this.get().state !== 'idle') return;
    const mine = ++this.attempt;
    this.change({ state: 'starting', isRefused: false });
    let stream: MediaStream | null = null;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
      if (mine === this.attempt) return this.record(stream);
    } catch {
      if (mine === this.attempt) this.now.set({ ...IDLE, isRefused: true });
    }
    for (const track of stream?.getTracks() ?? []) track.stop();
  };

  readonly pause = (): void => {
    if (!this.session || this.get().state !== 'recording') return;
    this.session.pause();
    this.change({ state: 'paused' });
  };

  readonly resume = (): void => {
    if (!this.session || this.get().state !== 'paused') return;
    this.change({ state: 'recording' });
    this.session.resume();
  };

  readonly stop = async (): Promise<Recording | null> => {
    const { session } = this;
    if (!session) return this.get().recording;
    const duration = Math.min(session.seconds(), LIMITS.voiceSeconds);
    clearInterval(this.sampling);
    const blob = await session.finish();
    // Discarded while the last chunk arrived.
    if (this.session !== session) return this.get().recording;
    const recording = recordingOf(blob, duration, this.get().levels);
    this.session = null;
    session.release();
    this.change({ state: 'recorded', seconds: duration, recording });
    return recording;
  };

  readonly discard = (): void => {
    this.attempt += 1;
    clearInterval(this.sampling);
    this.session?.abort();
    this.session = null;
    const { recording } = this.get();
    if (recording) URL.revokeObjectURL(recording.url);
    this.now.set(IDLE);
  };

  readonly dismiss = (): void => this.change({ isRefused: false });

  private record(stream: MediaStream): void {
    // A microphone that is pulled out ends the recording; what was recorded stays.
    this.session = new RecordingSession(stream, () => void this.stop());
    this.change({ state: 'recording', seconds: 0, levels: [] });
    this.sampling = setInterval(this.sample, SAMPLE_INTERVAL);
  }

  private readonly sample = (): void => {
    if (!this.session || this.get().state !== 'recording') return;
    // A user who speaks is not idle.
    appLock.noteActivity();
    const seconds = this.session.seconds();
    this.change({ seconds, levels: [...this.get().levels, this.session.level()] });
    if (seconds >= LIMITS.voiceSeconds) void this.stop();
  };

  private change(part: Partial<RecorderState>): void {
    this.now.set({ ...this.get(), ...part });
  }
}

export const createRecorder = (): Recorder => new MicrophoneRecorder();
