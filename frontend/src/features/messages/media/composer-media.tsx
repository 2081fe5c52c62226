import { TEXTS } from '@duet/contracts/plain';
import type { ReactNode } from 'react';
import { useLive } from '../../../api/live-context.js';
import { useSettings } from '../../../api/settings.js';
import { Alert } from './alert.js';
import { AttachButton } from './attach-button.js';
import { asUploads, letGo } from './choose-files.js';
import { MicButton } from './mic-button.js';
import { RecorderBar } from './recorder-bar.js';
import { Tray } from './tray.js';
import { useTray } from './use-tray.js';
import { useVoice } from './use-voice.js';

export interface ComposerMediaProps {
  chatId: string;
  /** The message that files and voice notes answer. */
  replyTo: string | null;
  /** They have left: the composer lets go of the reply. */
  onSent: () => void;
}

/** What files and voice notes put into the composer. */
export interface ComposerMedia {
  /** Before the field: the button that chooses files. */
  attach: ReactNode;
  /** Above the field: what was chosen, and its troubles. */
  tray: ReactNode;
  /** In Send's place while there is nothing to send. */
  mic: ReactNode;
  /** In the place of field and buttons: the recorder while it runs, and its preview. */
  takeover: ReactNode;
  /** There is something to send besides text. */
  hasFiles: boolean;
  /** Sends what was chosen; the text, where there is one, follows as a message of its own. */
  sendFiles: (text?: string) => void;
  /** Files that were pasted; those that are dropped on the conversation come by themselves. */
  addFiles: (files: File[]) => void;
}

const canRecord = (): boolean => 'MediaRecorder' in window;

export function useComposerMedia({ chatId, replyTo, onSent }: ComposerMediaProps): ComposerMedia {
  const { uploads } = useLive();
  const tray = useTray(chatId);
  const voice = useVoice(chatId, replyTo, onSent);
  const { keepExif } = useSettings().settings.privacy;

  const sendFiles = (text = ''): void => {
    const chosen = tray.take();
    void (async () => {
      await uploads.send(chatId, await asUploads(chosen, keepExif), { replyTo, text });
      chosen.forEach(letGo);
    })();
    onSent();
  };

  return {
    attach: <AttachButton onFiles={tray.add} />,
    tray: (
      <>
        <Tray tray={tray} />
        <Alert title="Microphone" lines={voice.isRefused ? [TEXTS.microphoneRefused] : []} onClose={voice.recorder.dismiss} />
      </>
    ),
    mic: canRecord() ? <MicButton voice={voice} /> : null,
    takeover: voice.state === 'idle' || voice.isHeld ? null : <RecorderBar voice={voice} />,
    hasFiles: tray.chosen.length > 0,
    sendFiles,
    addFiles: tray.add,
  };
}
