import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { t } from '../../../texts/index.js';
import styles from './drawn-notes.module.css';
import { SHEET, type Stroke, drawSheet, drawStroke, strokePointAt } from './strokes.js';

interface DrawingSheetProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  strokes: readonly Stroke[];
  pen: Pick<Stroke, 'colour' | 'width'>;
  onStroke: (stroke: Stroke) => void;
}

/** The paper. A stroke is drawn while the pointer moves, and becomes part of the drawing when it is lifted. */
export function DrawingSheet({ canvas, strokes, pen, onStroke }: DrawingSheetProps) {
  const current = useRef<{ pointer: number; stroke: Stroke } | null>(null);
  useEffect(() => {
    const on = canvas.current?.getContext('2d');
    if (on) drawSheet(on, strokes);
  }, [canvas, strokes]);

  const extend = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { nativeEvent, currentTarget } = event;
    const on = currentTarget.getContext('2d');
    const drawing = current.current;
    if (!on || drawing?.pointer !== event.pointerId) return;
    const box = currentTarget.getBoundingClientRect();
    // A browser reports a fast movement as one event with many places.
    const coalesced = nativeEvent.getCoalescedEvents?.() ?? [];
    const added = (coalesced.length > 0 ? coalesced : [nativeEvent]).map((one) => strokePointAt(one, box));
    const { stroke } = drawing;
    drawing.stroke = { ...stroke, points: [...stroke.points, ...added] };
    drawStroke(on, drawing.stroke, stroke.points.length);
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    // A second finger, or another button, does not draw.
    if (current.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    current.current = { pointer: event.pointerId, stroke: { ...pen, points: [] } };
    extend(event);
  };
  const end = ({ pointerId }: PointerEvent): void => {
    const drawing = current.current;
    if (drawing?.pointer !== pointerId) return;
    current.current = null;
    onStroke(drawing.stroke);
  };
  return (
    <canvas
      ref={canvas}
      className={styles.sheet}
      width={SHEET.width}
      height={SHEET.height}
      role="img"
      aria-label={t('drawnNotes.sheet', { count: strokes.length })}
      onPointerDown={begin}
      onPointerMove={extend}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
