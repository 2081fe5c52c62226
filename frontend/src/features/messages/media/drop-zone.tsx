import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './drop-zone.module.css';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** The whole conversation takes files that are dragged over it. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const [zone, setZone] = useState<Element | null>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => setZone(mark.current?.closest('section') ?? null), []);

  useEffect(() => {
    if (!(zone instanceof HTMLElement)) return;
    // Moving over a child leaves the parent: only as many leaves as enters are an end.
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = (): void => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    zone.addEventListener('dragenter', enter);
    zone.addEventListener('dragover', over);
    zone.addEventListener('dragleave', leave);
    zone.addEventListener('drop', drop);
    return () => {
      zone.removeEventListener('dragenter', enter);
      zone.removeEventListener('dragover', over);
      zone.removeEventListener('dragleave', leave);
      zone.removeEventListener('drop', drop);
    };
  }, [zone, onFiles]);

  return (
    <>
      <span ref={mark} hidden />
      {zone &&
        isOver &&
        createPortal(
          <div className={styles.zone} aria-hidden="true">
            <p className={styles.words}>
              <Upload size={28} aria-hidden />
              Drop to send
            </p>
          </div>,
          zone,
        )}
    </>
  );
}
