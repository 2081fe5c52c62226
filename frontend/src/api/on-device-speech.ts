import type { Settings } from '@duet/contracts';

/*
 * The browser's own speech recognition, and only where it promises to run on this device: a browser that cannot promise
 * that would send the sound to somebody, so it is not asked at all.
 */

type Availability = 'available' | 'downloadable' | 'downloading' | 'unavailable';

interface Options {
  langs: string[];
  processLocally: boolean;
}

/** What TypeScript's library does not describe yet. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  addEventListener: {
    (type: 'result', listener: (event: SpeechRecognitionEvent) => void): void;
    (type: 'error', listener: (event: SpeechRecognitionErrorEvent) => void): void;
    (type: 'end', listener: () => void): void;
  };
  start: (track: MediaStreamTrack) => void;
  stop: () => void;
  abort: () => void;
}

interface RecognitionClass {
  new (): Recognition;
  available: (options: Options) => Promise<Availability>;
  install: (options: Options) => Promise<boolean>;
}

declare global {
  interface Window {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  }
}

export type Language = Settings['account']['language'];

/** Where nobody says which country's: the packs that browsers have. */
const USUAL: Record<Language, string> = { en: 'en-US', de: 'de-DE', es: 'es-ES', fr: 'fr-FR', it: 'it-IT', pt: 'pt-BR' };

/** `none`: this browser cannot. `pack`: it could, with a language pack that it has not loaded yet. */
export type Ability = { state: 'none' } | { state: 'pack' | 'ready'; tag: string };

/** Null in a browser that does not know the promise: not asked, it would choose for itself where it listens. */
function localOnly(): RecognitionClass | null {
  const found = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  return found && 'available' in found && 'install' in found && 'processLocally' in found.prototype ? found : null;
}

/** As the person's own country speaks it, if the browser knows that, else as it usually is. */
const tagsOf = (language: Language): string[] => [
  ...new Set([...navigator.languages.filter((tag) => tag.startsWith(`${language}-`)).slice(0, 1), USUAL[language]]),
];

/** What this browser can do in a language, on this device and nowhere else. */
export async function speechAbility(language: Language): Promise<Ability> {
  const speech = localOnly();
  if (!speech) return { state: 'none' };
  let second: Ability = { state: 'none' };
  for (const tag of tagsOf(language)) {
    const answer = await speech.available({ langs: [tag], processLocally: true }).catch(() => 'unavailable');
    if (answer === 'available') return { state: 'ready', tag };
    if (answer !== 'unavailable' && second.state === 'none') second = { state: 'pack', tag };
  }
  return second;
}

/** Lets the browser load its language pack. @returns whether it is there now */
export async function installSpeech(tag: string): Promise<boolean> {
  return (await localOnly()?.install({ langs: [tag], processLocally: true }).catch(() => false)) ?? false;
}

/** One piece of listening; the words that were heard stay true after it. */
export interface Listening {
  /** What was heard up to here still comes. */
  stop: () => void;
  /** Nothing more comes. */
  abort: () => void;
}

interface Hearer {
  /** All words of this piece so far; the last ones may still change. */
  onWords: (words: string) => void;
  /** @param canGoOn it ended by itself, after a pause for example, and another piece may follow */
  onEnd: (canGoOn: boolean) => void;
}

/** After these another piece would fare no better. */
const PASSING: readonly string[] = ['no-speech', 'aborted'];

const wordsIn = (results: SpeechRecognitionResultList): string =>
  Array.from(results, (result) => result[0]?.transcript.trim() ?? '').filter((words) => words !== '').join(' ');

/** Listens to a track. @returns null when that cannot begin */
export function listen(track: MediaStreamTrack, tag: string, { onWords, onEnd }: Hearer): Listening | null {
  const speech = localOnly();
  if (!speech) return null;
  const recognition = new speech();
  recognition.processLocally = true;
  recognition.lang = tag;
  recognition.continuous = true;
  recognition.interimResults = true;
  let canGoOn = true;
  let isOver = false;
  recognition.addEventListener('result', ({ results }) => {
    if (!isOver) onWords(wordsIn(results));
  });
  recognition.addEventListener('error', ({ error }) => {
    canGoOn &&= PASSING.includes(error);
  });
  recognition.addEventListener('end', () => {
    if (!isOver) onEnd(canGoOn);
    isOver = true;
  });
  try {
    recognition.start(track);
  } catch {
    return null;
  }
  return {
    stop: () => recognition.stop(),
    abort: () => {
      isOver = true;
      recognition.abort();
    },
  };
}
