import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLive } from '../../../api/live-context.js';
import { type Recorder, type RecorderNow, type Recording, createRecorder } from './recorder.js';
import { player } from './voice-player.js';

export interface Voice extends RecorderNow {
  recorder: Recorder;
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

/** The composer's recorder: idle, recording, recorded, and away. */
export function useVoice(chatId: string, replyTo: string | null, onSent: () => void): Voice {
  const { uploads } = useLive();
  const [recorder] = useState(createRecorder);
  const now = useSyncExternalStore(recorder.subscribe, recorder.get);
  const [isHeld, setHeld] = useState(false);
  const focusReturns = useRef(false);

  // With the conversation goes its sound.
  useEffect(
    () => () => {
      recorder.discard();
      player.stop();
    },
    [recorder],
  );

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

  const leave = ({ blob, name, mimeType, duration, waveform }: Recording): void => {
    const file = { kind: 'voice' as const, name, size: blob.size, mimeType, duration, waveform };
    void uploads.send(chatId, [{ messageType: 'voice', files: [file], bytes: [blob] }], { replyTo });
    onSent();
  };
  const send = (): void => {
    void (async () => {
      const recording = recorder.get().recording ?? (await recorder.stop());
      cancel();
      if (recording && recording.blob.size > 0) leave(recording);
    })();
  };

  const takeFocus = useCallback((): boolean => {
    const returns = focusReturns.current;
    focusReturns.current = false;
    return returns;
  }, []);

  return { ...now, recorder, isHeld: isHeld && now.state !== 'idle', start, lock, send, cancel, takeFocus };
}
