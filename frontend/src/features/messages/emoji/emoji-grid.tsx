import { type KeyboardEvent, memo, useId, useRef } from 'react';
import type { EmojiEntry } from './emoji-book.js';
import styles from './emoji.module.css';

/** As many touch targets as fit the width of a phone. */
export const COLUMNS = 8;

interface EmojiGridProps {
  label: string;
  emoji: readonly EmojiEntry[];
  onChoose: (emoji: string) => void;
  /** ArrowUp in the first row: moves the focus above the grid. */
  onLeave?: () => void;
}

const rowsOf = (emoji: readonly EmojiEntry[]): EmojiEntry[][] =>
  Array.from({ length: Math.ceil(emoji.length / COLUMNS) }, (_, row) =>
    emoji.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
  PageUp: -COLUMNS * 4,
  PageDown: COLUMNS * 4,
};

/** The index that a key moves to; null for keys that the grid does not handle. */
function targetIndex(key: string, from: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  if (step === undefined) return null;
  const to = from + step;
  const isPage = Math.abs(step) > COLUMNS;
  if (to >= 0 && to < count) return to;
  return isPage ? Math.min(Math.max(to, 0), count - 1) : from;
}

/** One tab stop; the arrow keys move between emoji. Plain buttons, because there may be a thousand. */
export const EmojiGrid = memo(function EmojiGrid({ label, emoji, onChoose, onLeave }: EmojiGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const id = useId();
  const buttons = (): HTMLButtonElement[] => [...(grid.current?.querySelectorAll('button') ?? [])];

  const onKeyDown = (event: KeyboardEvent): void => {
    const all = buttons();
    const from = all.findIndex((button) => button === document.activeElement);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };
    const key = isRtl ? (mirrored[event.key] ?? event.key) : event.key;
    const to = targetIndex(key, from, all.length);
    if (from < 0 || to === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'ArrowUp' && from < COLUMNS) return onLeave?.();
    for (const button of all) button.tabIndex = -1;
    const next = all[to];
    if (!next) return;
    next.tabIndex = 0;
    next.focus();
  };

  return (
    <div ref={grid} role="grid" tabIndex={-1} aria-labelledby={id} className={styles.grid} onKeyDown={onKeyDown}>
      <span id={id} className="visually-hidden">
        {label}
      </span>
      {rowsOf(emoji).map((row, rowIndex) => (
        <div key={row[0]?.emoji} role="row" className={styles.row}>
          {row.map(({ emoji: one, name }, column) => (
            <span key={one} role="gridcell" className={styles.cell}>
              <button
                type="button"
                className={styles.emoji}
                aria-label={name}
                title={name}
                tabIndex={rowIndex + column === 0 ? 0 : -1}
                onClick={() => onChoose(one)}
              >
                {one}
              </button>
            </span>
          ))}
        </div>
      ))}
    </div>
  );
});
