import type { CapsuleView } from '@duet/contracts';
import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { ImagePlus, Mic } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Alert } from '../../../../media/alert.js';
import { DropZone } from '../../../../media/choose/drop-zone.js';
import { RecorderBar } from '../../../../media/recorder/late-recorder-bar.js';
import { type VoiceRecording, useVoice } from '../../../../media/recorder/use-voice.js';
import { type AboutFiles, useAlbumFiles } from '../../../../sync/album/index.js';
import { useLive } from '../../../../sync/index.js';
import { said, t } from '../../../../texts/index.js';
import { Button } from '../../../../ui/button.js';
import styles from './add-files.module.css';
import { sortFiles } from './chosen-files.js';

interface AddFilesProps {
  capsule: CapsuleView;
  /** Goes with the files; in a timed capsule also whether the partner sees them at once. */
  about: AboutFiles;
  /** The sentence while `about` is not ready to be sent; null otherwise. */
  refusal: string | null;
}

/** Adds pictures, videos and voice notes: chosen, dropped, pasted or recorded. Each is sent at once, in a request of its own. */
export function AddFiles({ capsule, about, refusal }: AddFilesProps) {
  const { album } = useLive();
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const room = useRoom(capsule);
  const { _id: capsuleId } = capsule;

  const add = useCallback(
    (files: readonly File[]): void => {
      if (refusal !== null) return setProblems([refusal]);
      const { fitting, tooLarge, unsupported, beyond } = sortFiles(files, room);
      setProblems([
        ...tooLarge.map((name) => t('media.fileTooLarge', { name })),
        ...unsupported.map((name) => t('album.notSupported', { name })),
        ...(beyond > 0 ? [t('album.noRoomFor', { count: beyond })] : []),
      ]);
      if (fitting.length > 0) void album.use((queue) => queue.add(capsuleId, about, fitting));
    },
    [album, capsuleId, about, refusal, room],
  );
  usePastedFiles(add);
  const addVoice = ({ file, blob }: VoiceRecording): void => {
    const { name, size, mimeType, duration } = file;
    const note = { kind: 'voice' as const, name, size, mimeType, ...(duration !== undefined && { duration }) };
    void album.use((queue) => queue.add(capsuleId, about, [{ ...note, bytes: blob }]));
  };

  return (
    <div className={styles.add}>
      <DropZone label={t('album.dropToAdd')} isPage onFiles={add} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/*,video/*,audio/*,.heic,.heif"
        aria-label={t('album.filesToAdd')}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          // Without this, choosing the same files again fires no event.
          event.target.value = '';
        }}
      />
      <Recording
        capsuleId={capsuleId}
        onRecorded={addVoice}
        onBegin={(begin) => (refusal === null ? begin() : setProblems([refusal]))}
        onChoose={() => input.current?.click()}
      />
      <p className={styles.hint}>{t('album.hint')}</p>
      <Alert title={t('album.notAdded')} lines={problems} onClose={() => setProblems([])} />
    </div>
  );
}

/** The two ways in, or the recorder while it runs. */
function Recording({
  capsuleId,
  onRecorded,
  onBegin,
  onChoose,
}: {
  capsuleId: string;
  onRecorded: (recording: VoiceRecording) => void;
  /** Begins unless nothing can be added now. */
  onBegin: (begin: () => void) => void;
  onChoose: () => void;
}) {
  const voice = useVoice(capsuleId, onRecorded, false);
  return (
    <>
      {voice.state === 'idle' ? (
        <div className={styles.ways}>
          <Button look="primary" onPress={() => onBegin(onChoose)}>
            <ImagePlus size={20} aria-hidden />
            {t('album.photosAndVideos')}
          </Button>
          {'MediaRecorder' in window && (
            <VoiceButton takeFocus={voice.takeFocus} onPress={() => onBegin(() => voice.start(false))} />
          )}
        </div>
      ) : (
        <RecorderBar voice={voice} sendLabel={t('album.addVoiceNote')} />
      )}
      <Alert
        title={t('media.microphone')}
        lines={voice.isRefused ? [said(TEXTS.microphoneRefused)] : []}
        onClose={voice.recorder.dismiss}
      />
    </>
  );
}

/** Takes the focus back from the recorder. */
function VoiceButton({ takeFocus, onPress }: { takeFocus: () => boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takeFocus()) button.current?.focus();
  }, [takeFocus]);
  return (
    <Button ref={button} look="soft" onPress={onPress}>
      <Mic size={20} aria-hidden />
      {t('media.recordAVoiceNote')}
    </Button>
  );
}

/** How many contributions fit, counting those on their way. */
function useRoom({ _id, kind, counts }: CapsuleView): number {
  const waiting = useAlbumFiles(_id).filter(({ state }) => state === 'waiting').length;
  const limit = kind === 'timed' ? LIMITS.timedContributions : LIMITS.keepsakeContributions;
  return Math.max(0, limit - counts.total - waiting);
}

/** Files that are pasted anywhere on the page; pasted words go where they belong. */
function usePastedFiles(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onFiles]);
}
