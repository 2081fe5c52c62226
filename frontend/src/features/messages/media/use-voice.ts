import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { keptBehindLock } from '../../../api/app-lock-kept.js';
import { useLive } from '../../../api/live-context.js';
import { useSettings } from '../../../api/settings.js';
import { type Recorder, type RecorderNow, type Recording, createRecorder } from './recorder.js';
import { type Scribe, createScribe } from './scribe.js';
import { player } from './voice-player.js';

export interface Voice extends RecorderNow {
  recorder: Recorder;
  /** Writes down what is said, where the person wants that and this browser can. */
  scribe: Scribe;
  /** A finger holds the button: letting go sends. */
  isHeld: boolean;
  start: (isHeld: boolean) => void;
  /** From now on it records without a finger. */
  lock: () => void;
  send: () => void;
  cancel: () => void;
  /** Once after the recorder has left the composer: whether the focus, which stood in it, should come back to the button. */
  takeFocus: () => boolean;
}

interface Voicing {
  recorder: Recorder;
  scribe: Scribe;
}

const behindLock = keptBehindLock<Voicing>(({ recorder }) => recorder.discard());

function begin(): Voicing {
  const recorder = createRecorder();
  return { recorder, scribe: createScribe(recorder) };
}

/** With the conversation goes its sound; behind the lock what was said waits to be heard and sent. */
function end(chatId: string, voicing: Voicing): void {
  const { recorder } = voicing;
  const isWorthIt = ['recording', 'paused', 'recorded'].includes(recorder.get().state);
  if (isWorthIt && behindLock.keep(chatId, voicing)) void recorder.stop();
  else recorder.discard();
  player.stop();
}

/** The composer's recorder: idle, recording, recorded, and away. */
export function useVoice(chatId: string, replyTo: string | null, onSent: () => void): Voice {
  const { uploads } = useLive();
  const [voicing] = useState(() => behindLock.take(chatId) ?? begin());
  const { recorder, scribe } = voicing;
  const { settings } = useSettings();
  const spoken = settings.privacy.transcripts ? settings.account.language : null;
  const now = useSyncExternalStore(recorder.subscribe, recorder.get);
  const [isHeld, setHeld] = useState(false);
  const focusReturns = useRef(false);

  useEffect(() => scribe.follow(), [scribe]);
  useEffect(() => scribe.speaks(spoken), [scribe, spoken]);

  useEffect(() => () => end(chatId, voicing), [chatId, voicing]);

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

  const leave = ({ blob, name, mimeType, duration, waveform }: Recording, words: string): void => {
    const file = { kind: 'voice' as const, name, size: blob.size, mimeType, duration, waveform, ...(words !== '' && { transcript: words }) };
    void uploads.send(chatId, [{ messageType: 'voice', files: [file], bytes: [blob] }], { replyTo });
    onSent();
  };
  const send = (): void => {
    void (async () => {
      const recording = recorder.get().recording ?? (await recorder.stop());
      // What has been heard by now; nobody waits for the rest.
      const words = scribe.get().words.trim();
      cancel();
      if (recording && recording.blob.size > 0) leave(recording, words);
    })();
  };

  const takeFocus = useCallback((): boolean => {
    const returns = focusReturns.current;
    focusReturns.current = false;
    return returns;
  }, []);

  return { ...now, recorder, scribe, isHeld: isHeld && now.state !== 'idle', start, lock, send, cancel, takeFocus };
}
