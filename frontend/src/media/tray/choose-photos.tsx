import { LIMITS } from '@duet/contracts/plain';
import { Camera, ImagePlus } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Alert } from '../alert.js';
import { kindOf } from '../choose/choose-files.js';
import styles from './choose-photos.module.css';
import { Tray } from './tray.js';
import type { TrayState } from './use-tray.js';

/** Some systems name no type for them. */
const PICTURE_NAMES = /\.(heic|heif)$/i;

const isPicture = (file: File): boolean => kindOf(file) === 'image' || PICTURE_NAMES.test(file.name);

/** A finger points here, so that there is a camera to take a picture with. */
const hasCamera = (): boolean => window.matchMedia?.('(pointer: coarse)').matches;

interface ChoosePhotosProps {
  /** The purpose of the pictures. */
  title: string;
  tray: TrayState;
  isSending: boolean;
  most?: number;
}

/** Pictures to be sent: taken, chosen or dropped, each with its preview. */
export function ChoosePhotos({ title, tray, isSending, most = LIMITS.filesPerUpload }: ChoosePhotosProps) {
  const [others, setOthers] = useState<string[]>([]);
  const { add, chosen } = tray;
  // The tray has a limit of its own, and complains about more.
  const room = most < LIMITS.filesPerUpload ? most - chosen.length : undefined;
  const addPictures = useCallback(
    (files: readonly File[]): void => {
      setOthers(files.filter((file) => !isPicture(file)).map(({ name }) => name));
      add(files.filter(isPicture).slice(0, room));
    },
    [add, room],
  );
  const isEmpty = chosen.length === 0;
  return (
    <section className={styles.photos} inert={isSending}>
      <Tray tray={{ ...tray, add: addPictures }} dropLabel={t('media.dropPictures', { most })} />
      {chosen.length < most && (
        <div className={styles.ways}>
          {hasCamera() && (
            <FileButton
              label={t('media.takePictureLabel', { title })}
              icon={<Camera size={18} aria-hidden />}
              words={t('media.takePicture')}
              isCamera
              onFiles={addPictures}
            />
          )}
          <FileButton
            label={isEmpty ? t('media.choosePicturesLabel', { title, most }) : t('media.morePicturesLabel', { title })}
            icon={<ImagePlus size={18} aria-hidden />}
            words={isEmpty ? t('media.choosePictures', { most }) : t('media.morePictures')}
            isSeveral={most > 1}
            onFiles={addPictures}
          />
        </div>
      )}
      <Alert
        title={t('media.notAPicture')}
        lines={others.map((name) => t('media.notAPictureName', { name }))}
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
  isSeveral?: boolean;
  onFiles: (files: File[]) => void;
}

function FileButton({ label, icon, words, isCamera = false, isSeveral = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={isCamera ? 'image/*' : 'image/*,.heic,.heif'}
        multiple={isSeveral}
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
