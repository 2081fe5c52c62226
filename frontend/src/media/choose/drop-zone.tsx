import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../ui/classes.js';
import styles from './drop-zone.module.css';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

interface DropZoneProps {
  label: string;
  /** The whole page instead of the section that it stands in. */
  isPage?: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts files that are dropped anywhere on its place. */
export function DropZone({ label, isPage = false, onFiles }: DropZoneProps) {
  const mark = useRef<HTMLSpanElement>(null);
  const [zone, setZone] = useState<Element | null>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => setZone(mark.current?.closest(isPage ? 'main' : 'section') ?? null), [isPage]);

  useEffect(() => {
    if (!(zone instanceof HTMLElement)) return;
    // Moving onto a child fires leave on the parent: the drag ends after as many leaves as enters.
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
          <div className={classes(styles.zone, isPage && styles.page)} aria-hidden="true">
            <p className={styles.words}>
              <Upload size={28} aria-hidden />
              {label}
            </p>
          </div>,
          zone,
        )}
    </>
  );
}
