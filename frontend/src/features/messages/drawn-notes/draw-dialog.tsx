import { Eraser, SendHorizontal, Undo2 } from 'lucide-react';
import { type CSSProperties, useRef, useState } from 'react';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Radios } from '../../../ui/radios.js';
import { toast } from '../../../ui/toast-queue.js';
import styles from './drawn-notes.module.css';
import { DrawingSheet } from './drawing-sheet.js';
import { COLOURS, type Drawn, NOTHING_DRAWN, WIDTHS, cleared, undone, withStroke } from './strokes.js';

export interface DrawDialogProps {
  drawn: Drawn;
  onChange: (drawn: Drawn) => void;
  onSend: (picture: File) => void;
  onClose: () => void;
}

const pictureOf = (canvas: HTMLCanvasElement | null): Promise<Blob | null> =>
  new Promise((resolve) => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)));

/** Draws a note, which is sent as a picture. Closing it keeps the drawing until the conversation is left. */
export function DrawDialog({ drawn, onChange, onSend, onClose }: DrawDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pen, setPen] = useState<{ colour: string; width: number }>({
    colour: COLOURS[0].colour,
    width: WIDTHS[1].width,
  });
  const send = async (): Promise<void> => {
    const picture = await pictureOf(canvas.current);
    if (!picture) return void toast.error(t('drawnNotes.theNoteCouldNotBeSaved'));
    onSend(new File([picture], `${t('drawnNotes.drawnNote')}.png`, { type: picture.type }));
    onChange(NOTHING_DRAWN);
    onClose();
  };
  return (
    <Dialog title={t('drawnNotes.drawnNote')} isOpen onClose={onClose}>
      <DrawingSheet
        canvas={canvas}
        strokes={drawn.strokes}
        pen={pen}
        onStroke={(stroke) => onChange(withStroke(drawn, stroke))}
      />
      <Pens pen={pen} onChange={setPen} />
      <DialogActions>
        <div className={styles.corrections}>
          <IconButton
            label={t('common.undo')}
            isDisabled={drawn.before.length === 0}
            onPress={() => onChange(undone(drawn))}
          >
            <Undo2 size={20} aria-hidden />
          </IconButton>
          <IconButton
            label={t('drawnNotes.clear')}
            isDisabled={drawn.strokes.length === 0}
            onPress={() => onChange(cleared(drawn))}
          >
            <Eraser size={20} aria-hidden />
          </IconButton>
        </div>
        <Button look="primary" isDisabled={drawn.strokes.length === 0} onPress={() => void send()}>
          <SendHorizontal size={18} aria-hidden />
          {t('messages.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface Pen {
  colour: string;
  width: number;
}

function Pens({ pen, onChange }: { pen: Pen; onChange: (pen: Pen) => void }) {
  return (
    <div className={styles.pens}>
      <Radios
        label={t('drawnNotes.colour')}
        value={pen.colour}
        options={COLOURS.map(({ colour, name }) => ({
          value: colour,
          name: t(name),
          shown: <span className={styles.dot} style={{ '--pen': colour } as CSSProperties} />,
        }))}
        onChange={(colour) => onChange({ ...pen, colour })}
        className={styles.group}
        optionClass={styles.pen}
      />
      <Radios
        label={t('drawnNotes.width')}
        value={String(pen.width)}
        options={WIDTHS.map(({ width, name }, index) => ({
          value: String(width),
          name: t(name),
          shown: <span className={styles.line} style={{ '--size': `${4 + index * 5}px` } as CSSProperties} />,
        }))}
        onChange={(width) => onChange({ ...pen, width: Number(width) })}
        className={styles.group}
        optionClass={styles.pen}
      />
    </div>
  );
}
