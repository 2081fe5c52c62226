import { LIMITS } from '@duet/contracts/plain';
import { appLock } from '../../../api/app-lock.js';
import { toPeaks } from './peaks.js';

export interface Recording {
  blob: Blob;
  /** To hear it; good until it is discarded. */
  url: string;
  name: string;
  mimeType: string;
  /** Seconds. */
  duration: number;
  waveform: number[];
}

export interface RecorderNow {
  state: 'idle' | 'starting' | 'recording' | 'paused' | 'recorded';
  seconds: number;
  /** How loud it was, 0 to 1, twenty times a second. */
  levels: readonly number[];
  recording: Recording | null;
  /** The microphone could not be had. */
  isRefused: boolean;
}

export interface Recorder {
  get: () => RecorderNow;
  subscribe: (listener: () => void) => () => void;
  /** What is being recorded; null while nothing is. */
  track: () => MediaStreamTrack | null;
  start: () => Promise<void>;
  pause: () => void;
  resume: () => void;
  /** Ends the recording, to be heard or sent. @returns null when there is none. */
  stop: () => Promise<Recording | null>;
  /** Back to the start; what was recorded is gone. */
  discard: () => void;
  /** The person has read that the microphone is refused. */
  dismiss: () => void;
}

const IDLE: RecorderNow = { state: 'idle', seconds: 0, levels: [], recording: null, isRefused: false };

/** The first that the browser can; Safari knows only the second. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/webm'];

const SAMPLE_EVERY = 50;
const BITS_PER_SECOND = 48_000;
/** Speech is far from full scale. */
const GAIN = 5;

interface Session {
  media: MediaRecorder;
  chunks: Blob[];
  stream: MediaStream;
  sound: AudioContext;
  analyser: AnalyserNode;
  timer: ReturnType<typeof setInterval>;
  /** Recorded before the last pause, in milliseconds, and since when it records again. */
  before: number;
  since: number | null;
}

function loudness(analyser: AnalyserNode): number {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.min(1, Math.sqrt(power) * GAIN);
}

const lengthOf = ({ before, since }: Session): number => (before + (since === null ? 0 : performance.now() - since)) / 1_000;

/** Records one voice note at a time: microphone, level, time. Knows nothing of the screen. */
export function createRecorder(): Recorder {
  let now = IDLE;
  let session: Session | null = null;
  /** Which start is the latest; one that was given up while the browser asked for permission comes to nothing. */
  let attempt = 0;
  const listeners = new Set<() => void>();

  function become(change: Partial<RecorderNow>): void {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  }

  function release(): void {
    if (!session) return;
    clearInterval(session.timer);
    for (const track of session.stream.getTracks()) track.stop();
    void session.sound.close();
    session = null;
  }

  function sample(): void {
    if (!session || now.state !== 'recording') return;
    // Whoever speaks is here.
    appLock.stir();
    const seconds = lengthOf(session);
    become({ seconds, levels: [...now.levels, loudness(session.analyser)] });
    if (seconds >= LIMITS.voiceSeconds) void recorder.stop();
  }

  function open(stream: MediaStream): void {
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const media = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType === undefined ? {} : { mimeType }) });
    const sound = new AudioContext();
    const analyser = sound.createAnalyser();
    analyser.fftSize = 1_024;
    sound.createMediaStreamSource(stream).connect(analyser);
    const chunks: Blob[] = [];
    media.addEventListener('dataavailable', ({ data }) => data.size > 0 && chunks.push(data));
    // The clock runs while the recorder does, which on a busy device begins later than it was asked to.
    const runs = (): void => {
      if (session?.media === media && now.state === 'recording') session.since ??= performance.now();
    };
    for (const event of ['start', 'resume', 'dataavailable'] as const) media.addEventListener(event, runs);
    // A microphone that is pulled out ends the note, but does not lose it.
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', () => void recorder.stop());
    session = { media, chunks, stream, sound, analyser, timer: setInterval(sample, SAMPLE_EVERY), before: 0, since: null };
    become({ state: 'recording', seconds: 0, levels: [] });
    media.start(1_000);
  }

  const recorder: Recorder = {
    get: () => now,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    track: () => session?.stream.getAudioTracks()[0] ?? null,

    async start() {
      if (now.state !== 'idle') return;
      const mine = ++attempt;
      become({ state: 'starting', isRefused: false });
      let stream: MediaStream | null = null;
      try {
        stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
        if (mine === attempt) return open(stream);
      } catch {
        release();
        if (mine === attempt) become({ ...IDLE, isRefused: true });
      }
      // Given up meanwhile, or the browser has a microphone but cannot record.
      for (const track of stream?.getTracks() ?? []) track.stop();
    },

    pause() {
      if (!session || now.state !== 'recording') return;
      session.before = lengthOf(session) * 1_000;
      session.since = null;
      session.media.pause();
      become({ state: 'paused' });
    },

    resume() {
      if (!session || now.state !== 'paused') return;
      become({ state: 'recording' });
      session.media.resume();
    },

    async stop() {
      if (!session) return now.recording;
      const ending = session;
      const { media, chunks } = ending;
      const duration = Math.min(lengthOf(ending), LIMITS.voiceSeconds);
      clearInterval(ending.timer);
      if (media.state !== 'inactive') {
        await new Promise((resolve) => {
          media.addEventListener('stop', resolve, { once: true });
          media.stop();
        });
      }
      // Discarded while the last piece came.
      if (session !== ending) return now.recording;
      const mimeType = media.mimeType.split(';')[0] ?? 'audio/webm';
      const name = mimeType === 'audio/mp4' ? 'voice.m4a' : 'voice.webm';
      const blob = new Blob(chunks, { type: mimeType });
      const recording: Recording = { blob, url: URL.createObjectURL(blob), name, mimeType, duration, waveform: toPeaks(now.levels, LIMITS.waveformPeaks) };
      release();
      become({ state: 'recorded', seconds: duration, recording });
      return recording;
    },

    discard() {
      attempt += 1;
      if (session && session.media.state !== 'inactive') session.media.stop();
      release();
      if (now.recording) URL.revokeObjectURL(now.recording.url);
      become(IDLE);
    },

    dismiss: () => become({ isRefused: false }),
  };
  return recorder;
}
