import { LIMITS } from '@duet/contracts/plain';
import { Camera, ImagePlus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { Alert } from '../../media/alert.js';
import { kindOf } from '../../media/choose/choose-files.js';
import { Tray } from '../../media/tray/tray.js';
import type { TrayState } from '../../media/tray/use-tray.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import styles from './proof.module.css';

/** Some systems name no type for them. */
const PICTURE_NAMES = /\.(heic|heif)$/i;

const isPicture = (file: File): boolean => kindOf(file) === 'image' || PICTURE_NAMES.test(file.name);

/** A finger points here, so that there is a camera to take a picture with. */
const hasCamera = (): boolean => window.matchMedia?.('(pointer: coarse)').matches;

interface ProofPhotosProps {
  title: string;
  tray: TrayState;
  isSending: boolean;
}

/** The pictures of a proof: taken, chosen or dropped, each with its preview. */
export function ProofPhotos({ title, tray, isSending }: ProofPhotosProps) {
  const [others, setOthers] = useState<string[]>([]);
  const { add } = tray;
  const addPictures = useCallback(
    (files: readonly File[]): void => {
      setOthers(files.filter((file) => !isPicture(file)).map(({ name }) => name));
      add(files.filter(isPicture));
    },
    [add],
  );
  const isEmpty = tray.chosen.length === 0;
  return (
    <section className={styles.proof} inert={isSending}>
      <Tray tray={{ ...tray, add: addPictures }} dropLabel={t('challenges.dropPictures')} />
      {tray.chosen.length < LIMITS.filesPerUpload && (
        <div className={styles.ways}>
          {hasCamera() && (
            <FileButton
              label={t('challenges.takePictureLabel', { title })}
              icon={<Camera size={18} aria-hidden />}
              words={t('challenges.takePicture')}
              isCamera
              onFiles={addPictures}
            />
          )}
          <FileButton
            label={t(isEmpty ? 'challenges.choosePicturesLabel' : 'challenges.morePicturesLabel', { title })}
            icon={<ImagePlus size={18} aria-hidden />}
            words={t(isEmpty ? 'challenges.choosePictures' : 'challenges.morePictures')}
            onFiles={addPictures}
          />
        </div>
      )}
      <Alert
        title={t('challenges.notAPicture')}
        lines={others.map((name) => t('challenges.notAPictureName', { name }))}
        onClose={() => setOthers([])}
      />
    </section>
  );
}

interface FileButtonProps {
  label: string;
  icon: React.ReactNode;
  words: string;
  isCamera?: boolean;
  onFiles: (files: File[]) => void;
}

function FileButton({ label, icon, words, isCamera = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={isCamera ? 'image/*' : 'image/*,.heic,.heif'}
        multiple={!isCamera}
        {...(isCamera && { capture: 'environment' as const })}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Without this, choosing the same files again fires no event.
          event.target.value = '';
        }}
      />
      <Button look="soft" aria-label={label} onPress={() => input.current?.click()}>
        {icon}
        {words}
      </Button>
    </>
  );
}
