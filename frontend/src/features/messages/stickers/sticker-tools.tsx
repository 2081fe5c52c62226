import { useState } from 'react';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import type { DrawDialogProps } from '../drawn-notes/draw-dialog.js';
import { type Drawn, NOTHING_DRAWN } from '../drawn-notes/strokes.js';
import { StickerButton, type StickerButtonProps } from './sticker-button.js';
import { useStickerBook } from './sticker-book.js';

interface StickerToolsProps extends Pick<StickerButtonProps, 'onSticker'> {
  onDrawing: DrawDialogProps['onSend'];
}

const useDrawn = createTypedState<Drawn>();

/** The composer's button for stickers and drawn notes. A drawing that was not sent stays for the next time. */
export function StickerTools({ onSticker, onDrawing }: StickerToolsProps) {
  const [isDrawing, setDrawing] = useState(false);
  const [drawn, setDrawn] = useDrawn('note', NOTHING_DRAWN);
  return (
    <>
      <StickerButton onSticker={onSticker} onDraw={() => setDrawing(true)} />
      {isDrawing && <Drawing drawn={drawn} onChange={setDrawn} onSend={onDrawing} onClose={() => setDrawing(false)} />}
    </>
  );
}

function Drawing(props: DrawDialogProps) {
  const { book } = useStickerBook();
  return book && <book.DrawDialog {...props} />;
}
