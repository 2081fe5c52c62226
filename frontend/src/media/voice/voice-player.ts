import { useCallback, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { createObservable, useObservable } from '../../observable/observable.js';
import { appLock } from '../../platform/app-lock/app-lock.js';
import { storedJson } from '../../platform/storage/stored.js';
import { storedObservable } from '../../platform/storage/stored-observable.js';

const RATES = [1, 1.5, 2] as const;
type Rate = (typeof RATES)[number];

/** A voice note for the player. */
export interface Track {
  key: string;
  /** Seconds, measured while recording: the file itself may not say. */
  duration: number;
  /** Resolves to the URL to load; null when there is none. Called again when a URL did not load. */
  address: (isRetry: boolean) => Promise<string | null>;
  onStart?: () => void;
  /** The track that plays after this one. */
  next?: () => Track | null;
}

export interface Playback {
  key: string | null;
  state: 'idle' | 'loading' | 'playing' | 'paused' | 'broken';
  time: number;
}

const IDLE: Playback = { key: null, state: 'idle', time: 0 };

const rate = storedObservable<Rate>(storedJson('duet-voice-rate', v.picklist(RATES)), 1);

let audio: HTMLAudioElement | null = null;
let track: Track | null = null;
const playback = createObservable(IDLE);
let retried = false;
let frame = 0;
/** Counts the attempts to load, so that an older one gives up. */
let loadAttempt = 0;

function setPlayback(change: Partial<Playback>): void {
  playback.set({ ...playback.get(), ...change });
}

function followTime(): void {
  cancelAnimationFrame(frame);
  if (!audio || playback.get().state !== 'playing') return;
  setPlayback({ time: Math.min(audio.currentTime, track?.duration ?? audio.currentTime) });
  frame = requestAnimationFrame(followTime);
}

function ended(): void {
  const following = track?.next?.() ?? null;
  setPlayback({ state: 'paused', time: 0 });
  if (following) void player.play(following);
}

async function loadFailed(): Promise<void> {
  if (!track || playback.get().state === 'idle') return;
  if (retried) return setPlayback({ state: 'broken' });
  retried = true;
  await load(track, playback.get().time, true);
}

/** One element for all tracks: starting one stops the other, and phones let the next one start without a touch. */
function element(): HTMLAudioElement {
  if (audio) return audio;
  audio = new Audio();
  audio.preload = 'auto';
  audio.addEventListener('playing', () => {
    retried = false;
    setPlayback({ state: 'playing' });
    followTime();
  });
  audio.addEventListener('pause', () => {
    if (playback.get().state === 'playing' && audio?.ended === false) setPlayback({ state: 'paused' });
  });
  audio.addEventListener('ended', ended);
  // A user who listens is not idle.
  audio.addEventListener('timeupdate', appLock.noteActivity);
  audio.addEventListener('error', () => void loadFailed());
  return audio;
}

/** Browsers know the length of a new recording, and can seek in it, only after seeking to its end. */
async function learnLength(sound: HTMLAudioElement): Promise<void> {
  if (sound.duration !== Number.POSITIVE_INFINITY) return;
  await new Promise<void>((resolve) => {
    sound.addEventListener('durationchange', () => resolve(), { once: true });
    sound.currentTime = 1e7;
  });
}

/** Shows the refusal of a play, unless another track has been loaded since. */
function pauseIfCurrent(attempt: number): void {
  if (attempt === loadAttempt) setPlayback({ state: 'paused' });
}

async function load(wanted: Track, from: number, isRetry: boolean): Promise<void> {
  const mine = ++loadAttempt;
  const sound = element();
  setPlayback({ key: wanted.key, state: 'loading', time: from });
  const address = await wanted.address(isRetry);
  if (mine !== loadAttempt) return;
  if (address === null) return setPlayback({ state: 'broken' });
  sound.src = address;
  sound.addEventListener(
    'loadedmetadata',
    () =>
      void learnLength(sound).then(() => {
        if (mine !== loadAttempt) return;
        sound.currentTime = from;
        sound.playbackRate = rate.get();
        sound.play().catch(() => pauseIfCurrent(mine));
      }),
    { once: true },
  );
  sound.load();
}

/** Plays one voice note at a time for the whole page. */
export const player = {
  get: playback.get,
  subscribe: playback.subscribe,

  async play(wanted: Track): Promise<void> {
    for (const video of document.querySelectorAll('video')) video.pause();
    const resumes =
      wanted.key === playback.get().key &&
      playback.get().state === 'paused' &&
      audio?.error === null &&
      audio.src !== '';
    const from = wanted.key === playback.get().key ? playback.get().time : 0;
    track = wanted;
    wanted.onStart?.();
    if (!resumes) {
      retried = false;
      return load(wanted, from, false);
    }
    const sound = element();
    sound.currentTime = from;
    sound.playbackRate = rate.get();
    const mine = loadAttempt;
    await sound.play().catch(() => pauseIfCurrent(mine));
  },

  pause(): void {
    audio?.pause();
    if (playback.get().state === 'loading') {
      loadAttempt += 1;
      // The element may still have the source of another note, which a later play must not resume.
      audio?.removeAttribute('src');
    }
    if (playback.get().state === 'loading' || playback.get().state === 'playing') setPlayback({ state: 'paused' });
  },

  /** @param time in seconds. A note that is not playing starts there later. */
  seek(wanted: Track, time: number): void {
    const isCurrent = playback.get().key === wanted.key;
    if (!isCurrent) {
      player.pause();
      audio?.removeAttribute('src');
      track = wanted;
      setPlayback({ key: wanted.key, state: 'paused', time });
      return;
    }
    setPlayback({ time });
    if (audio && playback.get().state === 'playing') audio.currentTime = time;
  },

  /** If the browser refuses storage, the rate lasts as long as this page. */
  nextRate(): void {
    const next = RATES[(RATES.indexOf(rate.get()) + 1) % RATES.length] ?? 1;
    rate.set(next);
    if (audio) audio.playbackRate = next;
  },

  /** Stops this note; without a key, the one that plays. */
  stop(key = playback.get().key): void {
    if (playback.get().key === null || playback.get().key !== key) return;
    loadAttempt += 1;
    audio?.pause();
    audio?.removeAttribute('src');
    track = null;
    setPlayback(IDLE);
  },
};

// A video that starts pauses the voice note.
document.addEventListener('play', (event) => event.target instanceof HTMLVideoElement && player.pause(), true);

const OTHER_PLAYS: Playback = { ...IDLE };

/** The playback state of one note. It does not change while another plays. */
export function usePlayback(key: string): Playback {
  const read = useCallback(() => (playback.get().key === key ? playback.get() : OTHER_PLAYS), [key]);
  return useSyncExternalStore(player.subscribe, read);
}

export const useRate = (): Rate => useObservable(rate);
