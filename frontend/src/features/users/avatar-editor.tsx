import { AVATAR_TYPES, LIMITS } from '@duet/contracts/plain';
import { Camera } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { toast } from '../../ui/toast-queue.js';
import { Dialog } from '../../ui/dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { AvatarCrop } from './avatar-crop.js';

const usePicture = createTypedState<ImageBitmap | null>();

/** Chooses a picture and opens the crop. */
export function AvatarEditor({ className }: { className?: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = usePicture('avatar', null);
  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    if (file.size > LIMITS.avatarBytes) return void toast.error(t('users.aPictureCanBeAtMost'));
    const decoded = await createImageBitmap(file).catch(() => null);
    if (decoded) setPicture(decoded);
    else toast.error(t('users.thisFileIsNotAPicture'));
  };
  return (
    <>
      <IconButton
        label={t('users.changePicture')}
        look="secondary"
        className={className ?? ''}
        onPress={() => input.current?.click()}
      >
        <Camera size={18} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={AVATAR_TYPES.join(',')}
        onChange={(event) => void choose(event)}
        hidden
        aria-label={t('users.pictureFile')}
      />
      <Dialog title={t('users.yourPicture')} isOpen={picture !== null} onClose={() => setPicture(null)}>
        {picture && <AvatarCrop picture={picture} onDone={() => setPicture(null)} />}
      </Dialog>
    </>
  );
}
