import { TEXTS } from '@duet/contracts/plain';
import { type ReactNode, useState } from 'react';
import { useLive } from '../../../../sync/index.js';
import { useSettings } from '../../../../platform/account/settings.js';
import { appLock } from '../../../../platform/app-lock/app-lock.js';
import { said, t } from '../../../../texts/index.js';
import { Alert } from '../../../../media/alert.js';
import { chooseFile, releaseChosen } from '../../../../media/choose/choose-files.js';
import { MicButton } from '../../../../media/recorder/mic-button.js';
import { RecorderBar } from '../../../../media/recorder/late-recorder-bar.js';
import { type VoiceRecording, useVoice } from '../../../../media/recorder/use-voice.js';
import { asUploads } from './as-uploads.js';
import { AttachButton } from './attach-button.js';
import { Tray } from '../../../../media/tray/tray.js';
import { type TrayState, useTray } from '../../../../media/tray/use-tray.js';

export interface ComposerMediaProps {
  chatId: string;
  /** The message that files and voice notes reply to. */
  replyTo: string | null;
  /** Files or a voice note were sent, with a text or without: the composer clears what it still holds of it. */
  onSent: (text?: string) => void;
}

/** The parts of the composer for files and voice notes. */
export interface ComposerMedia {
  /** Before the field: the button that chooses files. */
  attach: ReactNode;
  /** Above the field: the chosen files and their problems. */
  tray: ReactNode;
  /** Replaces Send while there is nothing to send. */
  mic: ReactNode;
  /** Replaces the field and its buttons: the recorder and its preview. */
  takeover: ReactNode;
  /** There is something to send besides text. */
  hasFiles: boolean;
  /** The dimensions of the files are being read, which may take some seconds; the files and the text stay until then. */
  isSending: boolean;
  /** Sends the chosen files. The text belongs to the first message. */
  sendFiles: (text: string) => void;
  /** Sends one picture, such as a drawn note. The text and the chosen files stay. */
  sendPicture: (picture: File) => void;
  /** Adds pasted or shared files. The drop zone adds dropped ones itself. */
  addFiles: TrayState['add'];
}

const canRecord = (): boolean => 'MediaRecorder' in window;

export function useComposerMedia({ chatId, replyTo, onSent }: ComposerMediaProps): ComposerMedia {
  const { pending } = useLive();
  const tray = useTray(chatId, Number.POSITIVE_INFINITY);
  const sendVoice = ({ file, blob }: VoiceRecording): void => {
    void pending.sendFiles(chatId, [{ messageType: 'voice', files: [file], bytes: [blob] }], { replyTo });
    onSent();
  };
  const voice = useVoice(chatId, sendVoice);
  const { keepExif } = useSettings().settings.privacy;

  const [isSending, setSending] = useState(false);
  const sendFiles = async (text: string): Promise<void> => {
    const { chosen } = tray;
    setSending(true);
    const uploads = await asUploads(chosen, keepExif);
    setSending(false);
    // The app was locked meanwhile: files and text are back with the unlock.
    if (appLock.get().isLocked) return;
    void pending.sendFiles(chatId, uploads, { replyTo, text });
    tray.remove(chosen);
    onSent(text);
  };
  const sendPicture = async (picture: File): Promise<void> => {
    const chosen = chooseFile(picture);
    await pending.sendFiles(chatId, await asUploads([chosen], keepExif), { replyTo });
    releaseChosen(chosen);
  };

  return {
    attach: <AttachButton onFiles={tray.add} />,
    tray: (
      <>
        <Tray tray={tray} dropLabel={t('media.dropToSend')} />
        <Alert
          title={t('media.microphone')}
          lines={voice.isRefused ? [said(TEXTS.microphoneRefused)] : []}
          onClose={voice.recorder.dismiss}
        />
      </>
    ),
    mic: canRecord() ? <MicButton voice={voice} /> : null,
    takeover:
      voice.state === 'idle' || voice.isHeld ? null : (
        <RecorderBar voice={voice} sendLabel={t('media.sendVoiceNote')} />
      ),
    hasFiles: tray.chosen.length > 0,
    isSending,
    sendFiles: (text) => void sendFiles(text),
    sendPicture: (picture) => void sendPicture(picture),
    addFiles: tray.add,
  };
}
