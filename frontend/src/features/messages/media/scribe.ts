import { LIMITS } from '@duet/contracts/plain';
import { type Language, type Listening, listen, speechAbility } from '../../../api/on-device-speech.js';
import type { Recorder } from './recorder.js';

export interface ScribeNow {
  /** What was said, as far as this device has heard it or the person has corrected it. */
  words: string;
  /** More words may come. */
  isListening: boolean;
  /** There is somebody who listens to this recording. */
  isOn: boolean;
}

export interface Scribe {
  get: () => ScribeNow;
  subscribe: (listener: () => void) => () => void;
  /** Which language is spoken from the next recording on; null: nobody listens. */
  speaks: (language: Language | null) => void;
  /** What the person writes counts; what is heard after that does not. */
  write: (words: string) => void;
  /** The note leaves without words. */
  drop: () => void;
  /** Goes with the recorder until what this returns is called. */
  follow: () => () => void;
}

const SILENT: ScribeNow = { words: '', isListening: false, isOn: false };

/** Pieces that end by themselves without a word, one after the other, before it gives up. */
const PATIENCE = 5;

/**
 * Writes down what is being recorded, with the browser's recognition on this device. It follows the recorder: what is said
 * while that pauses is nobody's to hear, and nothing ever waits for it.
 */
export function createScribe(recorder: Recorder): Scribe {
  let now = SILENT;
  let language: Language | null = null;
  /** Of the recording that runs: where its language is found out, then its tag. */
  let tag: string | null = null;
  let piece: Listening | null = null;
  /** Words of the pieces before this one. */
  let before = '';
  let fruitless = 0;
  let isWritten = false;
  /** Which recording it is: answers that come for an earlier one are nobody's. */
  let recording = 0;
  let was = recorder.get().state;
  const listeners = new Set<() => void>();

  function become(change: Partial<ScribeNow>): void {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  }

  const joined = (words: string): string => [before, words].filter((part) => part !== '').join(' ').slice(0, LIMITS.transcriptLength);

  function begin(): void {
    const track = recorder.track();
    if (piece || tag === null || !track || isWritten || recorder.get().state !== 'recording') return;
    let heard = '';
    const own = listen(track, tag, {
      onWords: (words) => {
        heard = words;
        if (!isWritten) become({ words: joined(heard) });
      },
      onEnd: (canGoOn) => {
        before = joined(heard);
        fruitless = heard === '' ? fruitless + 1 : 0;
        piece = null;
        if (canGoOn && fruitless < PATIENCE && !isWritten) begin();
        if (!piece) become({ isListening: false });
      },
    });
    piece = own;
    if (own) become({ isOn: true, isListening: true });
  }

  async function start(spoken: Language): Promise<void> {
    const mine = ++recording;
    const ability = await speechAbility(spoken);
    if (mine !== recording || ability.state !== 'ready') return;
    tag = ability.tag;
    begin();
  }

  function forget(): void {
    recording += 1;
    piece?.abort();
    piece = tag = null;
    before = '';
    fruitless = 0;
    isWritten = false;
    if (now !== SILENT) become(SILENT);
  }

  function moved(): void {
    const { state } = recorder.get();
    if (state === was) return;
    const came = was;
    was = state;
    if (state === 'idle') forget();
    else if (state === 'paused' || state === 'recorded') {
      fruitless = 0;
      piece?.stop();
    }
    if (state === 'recording' && came === 'paused') begin();
    else if (state === 'recording' && language !== null) void start(language);
  }

  return {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    speaks: (spoken) => void (language = spoken),
    write(words) {
      isWritten = true;
      become({ words, isListening: false });
    },
    drop() {
      isWritten = true;
      piece?.abort();
      piece = null;
      become({ words: '', isListening: false, isOn: false });
    },
    follow() {
      const leave = recorder.subscribe(moved);
      return () => {
        leave();
        forget();
      };
    },
  };
}
