import { memo, useId } from 'react';
import { moveInGrid } from '../grid-keys.js';
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

/** One tab stop; the arrow keys move between emoji. Plain buttons, because there may be a thousand. */
export const EmojiGrid = memo(function EmojiGrid({ label, emoji, onChoose, onLeave }: EmojiGridProps) {
  const id = useId();
  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-labelledby={id}
      className={styles.grid}
      onKeyDown={(event) => moveInGrid(event, COLUMNS, onLeave)}
    >
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
