import { PencilLine, Sticker as StickerIcon } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Popover } from '../../../ui/popover.js';
import { Spinner } from '../../../ui/spinner.js';
import { useStickerBook } from './sticker-book.js';
import styles from './stickers.module.css';

/** A sticker with the name that its message has as content. */
export interface ChosenSticker {
  id: string;
  name: string;
}

export interface StickerButtonProps {
  onSticker: (sticker: ChosenSticker) => void;
  /** Opens the canvas for a drawn note. */
  onDraw: () => void;
}

/** Opens the sticker picker, which closes with a choice: a sticker is sent at once. */
export function StickerButton({ onSticker, onDraw }: StickerButtonProps) {
  return (
    <Popover
      label={t('stickers.stickers')}
      placement="top start"
      trigger={
        <IconButton label={t('stickers.stickers')}>
          <StickerIcon size={20} aria-hidden />
        </IconButton>
      }
    >
      {(close) => (
        <div className={styles.picker}>
          <Choices
            onSticker={(sticker) => {
              close();
              onSticker(sticker);
            }}
            onDraw={() => {
              close();
              onDraw();
            }}
          />
        </div>
      )}
    </Popover>
  );
}

function Choices({ onSticker, onDraw }: StickerButtonProps) {
  const { book, hasFailed, retry } = useStickerBook();
  if (book)
    return (
      <>
        <book.StickerPicker onChoose={onSticker} />
        <div className={styles.draw}>
          <Button look="soft" wide onPress={onDraw}>
            <PencilLine size={18} aria-hidden />
            {t('stickers.drawANote')}
          </Button>
        </div>
      </>
    );
  return (
    <div className={styles.waiting}>
      {hasFailed ? (
        <>
          <p role="alert">{t('stickers.theStickersCouldNotBeLoaded')}</p>
          <Button look="soft" onPress={retry}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        <Spinner label={t('stickers.loading')} />
      )}
    </div>
  );
}
