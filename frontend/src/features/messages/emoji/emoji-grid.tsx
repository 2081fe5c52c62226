import { type KeyboardEvent, memo, useId, useRef } from 'react';
import styles from './emoji.module.css';

/** As many as fit a phone's width at a thumb's size. */
export const COLUMNS = 8;

export interface Shown {
  emoji: string;
  name: string;
}

interface EmojiGridProps {
  label: string;
  emoji: readonly Shown[];
  onChoose: (emoji: string) => void;
  /** ArrowUp in the first row: whatever stands above takes the focus. */
  onLeave?: () => void;
}

const rowsOf = (emoji: readonly Shown[]): Shown[][] => Array.from({ length: Math.ceil(emoji.length / COLUMNS) }, (_, row) => emoji.slice(row * COLUMNS, (row + 1) * COLUMNS));

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS, PageUp: -COLUMNS * 4, PageDown: COLUMNS * 4 };

/** Where a key leads from here; null: it is none of the grid's keys. */
function target(key: string, from: number, count: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEPS[key];
  if (step === undefined) return null;
  const to = from + step;
  const isPage = Math.abs(step) > COLUMNS;
  if (to >= 0 && to < count) return to;
  return isPage ? Math.min(Math.max(to, 0), count - 1) : from;
}

/** One stop for the Tab key; the arrows go from emoji to emoji. Plain buttons: there may be a thousand of them. */
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
    const to = target(key, from, all.length);
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
              <button type="button" className={styles.emoji} aria-label={name} title={name} tabIndex={rowIndex + column === 0 ? 0 : -1} onClick={() => onChoose(one)}>
                {one}
              </button>
            </span>
          ))}
        </div>
      ))}
    </div>
  );
});
