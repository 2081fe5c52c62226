import { AVATAR_SIZES, TEXTS } from '@duet/contracts/plain';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { Sending } from '../../media/tray/sending.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { DialogActions } from '../../ui/dialog.js';
import { toast } from '../../ui/toast-queue.js';
import { CENTRED, type Crop, moved, paint } from './crop.js';
import styles from './profile.module.css';
import { useAvatarUpload } from './use-avatar-upload.js';

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
};

const asJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));

const useCrop = createTypedState<Crop>();

/** Chooses the square of a picture by drag, arrow keys and a slider. */
export function AvatarCrop({ picture, onDone }: { picture: ImageBitmap; onDone: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useCrop('avatar', CENTRED);
  const { share, failure, send } = useAvatarUpload();
  useEffect(() => {
    if (canvas.current) paint(canvas.current, picture, crop);
  }, [picture, crop]);
  const move = (dx: number, dy: number): void => setCrop((current) => moved(picture, current, dx, dy));
  const drag = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.buttons === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const width = event.currentTarget.clientWidth;
    move(event.movementX / width, event.movementY / width);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  };
  const save = async (): Promise<void> => {
    const blob = canvas.current && (await asJpeg(canvas.current));
    if (!blob) return;
    if (!(await send(blob))) return;
    toast.success(TEXTS.success.updateProfile);
    onDone();
  };
  return (
    <div className={styles.crop}>
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <canvas
        ref={canvas}
        width={AVATAR_SIZES[0]}
        height={AVATAR_SIZES[0]}
        className={styles.frame}
        role="application"
        aria-label={t('users.pictureMoveItWithTheArrow')}
        tabIndex={0}
        onPointerMove={drag}
        onKeyDown={onKey}
      />
      <label className={styles.zoom}>
        {t('users.zoom')}
        <input
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => setCrop((current) => ({ ...current, zoom: event.target.valueAsNumber }))}
        />
      </label>
      {share !== null && <Sending share={share} />}
      <DialogActions>
        <Button onPress={onDone}>{t('common.cancel')}</Button>
        <Button look="primary" onPress={() => void save()} isPending={share !== null}>
          {t('users.savePicture')}
        </Button>
      </DialogActions>
    </div>
  );
}
