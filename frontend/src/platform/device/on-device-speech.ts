import type { Settings } from '@duet/contracts';

/*
 * The browser's speech recognition, used only if it guarantees to run on this device: otherwise the browser might send the
 * sound to a server.
 */

type Availability = 'available' | 'downloadable' | 'downloading' | 'unavailable';

interface RecognitionOptions {
  langs: string[];
  processLocally: boolean;
}

/** Not yet in TypeScript's library. */
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
  available: (options: RecognitionOptions) => Promise<Availability>;
  install: (options: RecognitionOptions) => Promise<boolean>;
}

declare global {
  interface Window {
    SpeechRecognition?: RecognitionClass;
    webkitSpeechRecognition?: RecognitionClass;
  }
}

export type SpeechLanguage = Settings['account']['language'];

/** The usual tag of each language: the packs that browsers have. */
const DEFAULT_TAGS: Record<SpeechLanguage, string> = {
  en: 'en-US',
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  it: 'it-IT',
  pt: 'pt-BR',
};

/** `none`: not supported. `pack`: supported after the browser has loaded a language pack. */
export type Ability = { state: 'none' } | { state: 'pack' | 'ready'; tag: string };

/** Null in a browser without `processLocally`: it would choose where to process the sound. */
function localOnly(): RecognitionClass | null {
  const found = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  return found && 'available' in found && 'install' in found && 'processLocally' in found.prototype ? found : null;
}

/** The tags to try: the user's regional variant first, then the usual one. */
const tagsOf = (language: SpeechLanguage): string[] => [
  ...new Set([
    ...navigator.languages.filter((tag) => tag.startsWith(`${language}-`)).slice(0, 1),
    DEFAULT_TAGS[language],
  ]),
];

/** Returns how far this browser can transcribe a language on the device itself. */
export async function speechAbility(language: SpeechLanguage): Promise<Ability> {
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

/** Makes the browser load its language pack. @returns whether it is installed */
export async function installSpeech(tag: string): Promise<boolean> {
  return (
    (await localOnly()
      ?.install({ langs: [tag], processLocally: true })
      .catch(() => false)) ?? false
  );
}

/** One run of recognition. */
export interface Listening {
  /** Ends the run; words up to here may still arrive. */
  stop: () => void;
  /** Ends the run; no further words arrive. */
  abort: () => void;
}

interface ListeningHandlers {
  /** All words of this run so far; the last ones may still change. */
  onWords: (words: string) => void;
  /** @param canGoOn the run ended by itself, for example after a silence, and another may follow */
  onEnd: (canGoOn: boolean) => void;
}

/** Errors after which another run may succeed. */
const TRANSIENT_ERRORS: readonly string[] = ['no-speech', 'aborted'];

const wordsIn = (results: SpeechRecognitionResultList): string =>
  Array.from(results, (result) => result[0]?.transcript.trim() ?? '')
    .filter((words) => words !== '')
    .join(' ');

/** Recognises speech on a track. @returns null where it cannot start */
export function listen(track: MediaStreamTrack, tag: string, { onWords, onEnd }: ListeningHandlers): Listening | null {
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
    canGoOn &&= TRANSIENT_ERRORS.includes(error);
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
