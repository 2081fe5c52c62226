import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { stashWhileLocked } from '../../platform/app-lock/app-lock-stash.js';
import type { PendingFile } from '../../sync/index.js';
import { useSettings } from '../../platform/account/settings.js';
import { type Recorder, type RecorderState, type Recording, createRecorder } from './recorder.js';
import { type Transcriber, createTranscriber } from './transcriber.js';
import { player } from '../voice/voice-player.js';

export interface Voice extends RecorderState {
  recorder: Recorder;
  /** Transcribes, if the user wants that and the browser can. */
  transcriber: Transcriber;
  /** A finger holds the button; releasing it sends. */
  isHeld: boolean;
  start: (isHeld: boolean) => void;
  /** Goes on recording without the finger. */
  lock: () => void;
  send: () => void;
  cancel: () => void;
  /** True once after the recorder closed with the focus in it: the button should take the focus. */
  takeFocus: () => boolean;
}

/** A finished voice note. */
export interface VoiceRecording {
  file: PendingFile;
  blob: Blob;
}

interface VoiceSession {
  recorder: Recorder;
  transcriber: Transcriber;
}

const voiceStash = stashWhileLocked<VoiceSession>(({ recorder }) => recorder.discard());

function begin(): VoiceSession {
  const recorder = createRecorder();
  return { recorder, transcriber: createTranscriber(recorder) };
}

function voiceRecordingOf({ blob, name, mimeType, duration, waveform }: Recording, words: string): VoiceRecording {
  const spoken = words === '' ? {} : { transcript: words };
  return { blob, file: { kind: 'voice', name, size: blob.size, mimeType, duration, waveform, ...spoken } };
}

/** Ends the voice session with its page. When the app lock closes it, the recording is stashed. */
function end(place: string, voiceSession: VoiceSession): void {
  const { recorder } = voiceSession;
  const hasRecording = ['recording', 'paused', 'recorded'].includes(recorder.get().state);
  if (hasRecording && voiceStash.stash(place, voiceSession)) void recorder.stop();
  else recorder.discard();
  player.stop();
}

/**
 * A recorder, from idle to sent.
 * @param place the conversation or capsule: a recording that the app lock interrupts comes back there
 * @param isTranscribed false where nothing keeps a transcript
 */
export function useVoice(place: string, onRecorded: (recording: VoiceRecording) => void, isTranscribed = true): Voice {
  const [voiceSession] = useState(() => voiceStash.take(place) ?? begin());
  const { recorder, transcriber } = voiceSession;
  const { settings } = useSettings();
  const spoken = isTranscribed && settings.privacy.transcripts ? settings.account.language : null;
  const now = useSyncExternalStore(recorder.subscribe, recorder.get);
  const [isHeld, setHeld] = useState(false);
  const focusReturns = useRef(false);

  useEffect(() => transcriber.followRecorder(), [transcriber]);
  useEffect(() => transcriber.setLanguage(spoken), [transcriber, spoken]);

  useEffect(() => () => end(place, voiceSession), [place, voiceSession]);

  const start = useCallback(
    (held: boolean): void => {
      player.pause();
      setHeld(held);
      void recorder.start();
    },
    [recorder],
  );
  const lock = useCallback(() => setHeld(false), []);
  const cancel = useCallback((): void => {
    focusReturns.current = document.activeElement?.closest('[data-recorder]') instanceof Element;
    setHeld(false);
    recorder.discard();
  }, [recorder]);

  const send = (): void => {
    void (async () => {
      const recording = recorder.get().recording ?? (await recorder.stop());
      // The transcript so far: a voice note does not wait for the rest.
      const words = transcriber.get().words.trim();
      cancel();
      if (recording && recording.blob.size > 0) onRecorded(voiceRecordingOf(recording, words));
    })();
  };

  const takeFocus = useCallback((): boolean => {
    const returns = focusReturns.current;
    focusReturns.current = false;
    return returns;
  }, []);

  return {
    ...now,
    recorder,
    transcriber,
    isHeld: isHeld && now.state !== 'idle',
    start,
    lock,
    send,
    cancel,
    takeFocus,
  };
}
