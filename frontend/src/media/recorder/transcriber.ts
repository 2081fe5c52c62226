import { LIMITS } from '@duet/contracts/plain';
import type * as Speech from '../../platform/device/on-device-speech.js';
import { createObservable, type Observable } from '../../observable/observable.js';
import type { Recorder, RecorderState } from './recorder.js';

export interface TranscriberState {
  /** The transcript: as recognised so far, or as the user corrected it. */
  words: string;
  /** More words may come. */
  isListening: boolean;
  /** This recording is transcribed. */
  isOn: boolean;
}

export interface Transcriber extends Observable<TranscriberState> {
  /** The language of the recordings from the next one on; null turns transcription off. */
  setLanguage: (language: Speech.SpeechLanguage | null) => void;
  /** Replaces the words; what is recognised later is ignored. */
  correctWords: (words: string) => void;
  /** The voice note is sent without a transcript. */
  dropWords: () => void;
  /** Transcribes what the recorder records. @returns a function that ends it */
  followRecorder: () => () => void;
}

const SILENT: TranscriberState = { words: '', isListening: false, isOn: false };

/** After this many pieces in a row without a word, the transcriber gives up. */
const MAX_SILENT_PIECES = 5;

const joinWords = (before: string, words: string): string =>
  [before, words]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, LIMITS.transcriptLength);

/**
 * Transcribes a recording with the browser's speech recognition on this device. It follows the recorder: nothing is
 * recognised while that is paused, and a voice note never waits for its transcript.
 */
class OnDeviceTranscriber implements Transcriber {
  private readonly now = createObservable(SILENT);
  readonly get = this.now.get;
  readonly subscribe = this.now.subscribe;
  /** Loads with the first recording that is transcribed. */
  private speech: typeof Speech | null = null;
  private language: Speech.SpeechLanguage | null = null;
  /** The language tag of the current recording; null until the browser said which it supports. */
  private tag: string | null = null;
  private piece: Speech.Listening | null = null;
  /** The words of the pieces before this one. */
  private before = '';
  private silentPieces = 0;
  private isCorrected = false;
  /** Counts the recordings: an answer for an earlier one is dropped. */
  private recording = 0;
  private lastState: RecorderState['state'];

  constructor(private readonly recorder: Recorder) {
    this.lastState = recorder.get().state;
  }

  setLanguage(language: Speech.SpeechLanguage | null): void {
    this.language = language;
  }

  readonly correctWords = (words: string): void => {
    this.isCorrected = true;
    this.change({ words, isListening: false });
  };

  readonly dropWords = (): void => {
    this.isCorrected = true;
    this.piece?.abort();
    this.piece = null;
    this.now.set(SILENT);
  };

  followRecorder(): () => void {
    const stop = this.recorder.subscribe(this.recorderChanged);
    return () => {
      stop();
      this.reset();
    };
  }

  private readonly recorderChanged = (): void => {
    const { state } = this.recorder.get();
    const before = this.lastState;
    if (state === before) return;
    this.lastState = state;
    if (state === 'idle') this.reset();
    if (state === 'paused' || state === 'recorded') {
      this.silentPieces = 0;
      this.piece?.stop();
    }
    if (state !== 'recording') return;
    if (before === 'paused') this.listenOn();
    else if (this.language !== null)
      this.begin(this.language).catch((cause: unknown) => console.warn('speech recognition not loaded', cause));
  };

  private async begin(language: Speech.SpeechLanguage): Promise<void> {
    const mine = ++this.recording;
    this.speech ??= await import('../../platform/device/on-device-speech.js');
    const ability = await this.speech.speechAbility(language);
    if (mine !== this.recording || ability.state !== 'ready') return;
    this.tag = ability.tag;
    this.listenOn();
  }

  /** Listens to the next piece; recognition ends by itself after a silence. */
  private listenOn(): void {
    const track = this.recorder.track();
    const isRecording = this.recorder.get().state === 'recording';
    if (!this.speech || this.piece || this.tag === null || !track || this.isCorrected || !isRecording) return;
    let recognised = '';
    this.piece = this.speech.listen(track, this.tag, {
      onWords: (words) => {
        recognised = words;
        if (!this.isCorrected) this.change({ words: joinWords(this.before, words) });
      },
      onEnd: (canGoOn) => this.pieceEnded(recognised, canGoOn),
    });
    if (this.piece) this.change({ isOn: true, isListening: true });
  }

  private pieceEnded(words: string, canGoOn: boolean): void {
    this.before = joinWords(this.before, words);
    this.silentPieces = words === '' ? this.silentPieces + 1 : 0;
    this.piece = null;
    if (canGoOn && this.silentPieces < MAX_SILENT_PIECES) this.listenOn();
    if (!this.piece) this.change({ isListening: false });
  }

  private reset(): void {
    this.recording += 1;
    this.piece?.abort();
    this.piece = null;
    this.tag = null;
    this.before = '';
    this.silentPieces = 0;
    this.isCorrected = false;
    if (this.get() !== SILENT) this.now.set(SILENT);
  }

  private change(part: Partial<TranscriberState>): void {
    this.now.set({ ...this.get(), ...part });
  }
}

export const createTranscriber = (recorder: Recorder): Transcriber => new OnDeviceTranscriber(recorder);
