import { useCallback, useSyncExternalStore } from 'react';
import { appLock } from '../../../api/app-lock.js';

export const RATES = [1, 1.5, 2] as const;
export type Rate = (typeof RATES)[number];

/** A voice note as the player sees it. */
export interface Track {
  key: string;
  /** Seconds, measured by whoever made it: a recording itself may not know. */
  duration: number;
  /** Where it is loaded; asked anew when a link did not open it. */
  address: (isRetry: boolean) => Promise<string | null>;
  onStart?: () => void;
  /** What plays when it has come to its end. */
  next?: () => Track | null;
}

export interface Playback {
  key: string | null;
  state: 'idle' | 'loading' | 'playing' | 'paused' | 'broken';
  time: number;
}

const STORED = 'duet-voice-rate';
const IDLE: Playback = { key: null, state: 'idle', time: 0 };

function storedRate(): Rate {
  try {
    return RATES.find((rate) => String(rate) === localStorage.getItem(STORED)) ?? 1;
  } catch {
    return 1;
  }
}

let audio: HTMLAudioElement | null = null;
let track: Track | null = null;
let playback = IDLE;
let rate: Rate | null = null;
let retried = false;
let frame = 0;
/** Which wish to play is the latest; an older one that was still loading gives up. */
let wish = 0;
const listeners = new Set<() => void>();

function become(change: Partial<Playback>): void {
  playback = { ...playback, ...change };
  for (const listener of listeners) listener();
}

function follow(): void {
  cancelAnimationFrame(frame);
  if (!audio || playback.state !== 'playing') return;
  become({ time: Math.min(audio.currentTime, track?.duration ?? audio.currentTime) });
  frame = requestAnimationFrame(follow);
}

function ended(): void {
  const following = track?.next?.() ?? null;
  become({ state: 'paused', time: 0 });
  if (following) void player.play(following);
}

async function failed(): Promise<void> {
  if (!track || playback.state === 'idle') return;
  if (retried) return become({ state: 'broken' });
  retried = true;
  await load(track, playback.time, true);
}

/** One element for all: starting one note stops the other, and a phone lets the next one start without another touch. */
function element(): HTMLAudioElement {
  if (audio) return audio;
  audio = new Audio();
  audio.preload = 'auto';
  audio.addEventListener('playing', () => {
    retried = false;
    become({ state: 'playing' });
    follow();
  });
  audio.addEventListener('pause', () => {
    if (playback.state === 'playing' && audio?.ended === false) become({ state: 'paused' });
  });
  audio.addEventListener('ended', ended);
  // Whoever listens is here.
  audio.addEventListener('timeupdate', appLock.stir);
  audio.addEventListener('error', () => void failed());
  return audio;
}

/** A recording of this page does not know its length before it was walked through once, and cannot be sought before. */
async function learnLength(sound: HTMLAudioElement): Promise<void> {
  if (sound.duration !== Number.POSITIVE_INFINITY) return;
  await new Promise<void>((resolve) => {
    sound.addEventListener('durationchange', () => resolve(), { once: true });
    sound.currentTime = 1e7;
  });
}

async function load(wanted: Track, from: number, isRetry: boolean): Promise<void> {
  const mine = ++wish;
  const sound = element();
  become({ key: wanted.key, state: 'loading', time: from });
  const address = await wanted.address(isRetry);
  if (mine !== wish) return;
  if (address === null) return become({ state: 'broken' });
  sound.src = address;
  sound.addEventListener(
    'loadedmetadata',
    () =>
      void learnLength(sound).then(() => {
        if (mine !== wish) return;
        sound.currentTime = from;
        sound.playbackRate = player.rate();
        sound.play().catch(() => become({ state: 'paused' }));
      }),
    { once: true },
  );
  sound.load();
}

/** What plays, for the whole page: one voice note at a time. */
export const player = {
  get: (): Playback => playback,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  async play(wanted: Track): Promise<void> {
    for (const video of document.querySelectorAll('video')) video.pause();
    const resumes = wanted.key === playback.key && playback.state === 'paused' && audio?.error === null && audio.src !== '';
    const from = wanted.key === playback.key ? playback.time : 0;
    track = wanted;
    wanted.onStart?.();
    if (!resumes) {
      retried = false;
      return load(wanted, from, false);
    }
    const sound = element();
    sound.currentTime = from;
    sound.playbackRate = player.rate();
    await sound.play().catch(() => become({ state: 'paused' }));
  },

  pause(): void {
    wish += playback.state === 'loading' ? 1 : 0;
    audio?.pause();
    if (playback.state === 'loading' || playback.state === 'playing') become({ state: 'paused' });
  },

  /** @param time in seconds; also for a note that has not begun: it begins there. */
  seek(wanted: Track, time: number): void {
    const isCurrent = playback.key === wanted.key;
    if (!isCurrent) {
      player.pause();
      audio?.removeAttribute('src');
      track = wanted;
      become({ key: wanted.key, state: 'paused', time });
      return;
    }
    become({ time });
    if (audio && playback.state === 'playing') audio.currentTime = time;
  },

  rate: (): Rate => (rate ??= storedRate()),

  nextRate(): void {
    rate = RATES[(RATES.indexOf(player.rate()) + 1) % RATES.length] ?? 1;
    if (audio) audio.playbackRate = rate;
    try {
      localStorage.setItem(STORED, String(rate));
    } catch {
      // Then it holds as long as this page.
    }
    become({});
  },

  /** The note is gone, or without a key the page that showed them. */
  stop(key = playback.key): void {
    if (playback.key === null || playback.key !== key) return;
    wish += 1;
    audio?.pause();
    audio?.removeAttribute('src');
    track = null;
    become(IDLE);
  },
};

// A video that starts wants to be heard.
document.addEventListener('play', (event) => event.target instanceof HTMLVideoElement && player.pause(), true);

const nothing: Playback = { ...IDLE };

/** How this note plays; nothing changes for a note while another plays. */
export function usePlayback(key: string): Playback {
  const read = useCallback(() => (playback.key === key ? playback : nothing), [key]);
  return useSyncExternalStore(player.subscribe, read);
}

export const useRate = (): Rate => useSyncExternalStore(player.subscribe, player.rate);
