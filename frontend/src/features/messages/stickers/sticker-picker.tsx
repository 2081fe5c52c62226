import { STICKERS, STICKER_IDS, type StickerId } from '@duet/contracts/plain';
import { useId } from 'react';
import { stickerName, t } from '../../../texts/index.js';
import { moveInGrid } from '../grid-keys.js';
import { createRecentChoices } from '../recent-choices.js';
import { Drawing, isDrawn } from './drawings/drawing.js';
import styles from './stickers.module.css';

const COLUMNS = 4;

const { useRecent, remember } = createRecentChoices('duet-recent-stickers', COLUMNS, []);

interface StickerPickerProps {
  onChoose: (sticker: { id: StickerId; name: string }) => void;
}

/** The recently used stickers, then all of them. */
export function StickerPicker({ onChoose }: StickerPickerProps) {
  const recent = useRecent().filter(isDrawn);
  const choose = (sticker: StickerId): void => {
    onChoose({ id: sticker, name: STICKERS[sticker] });
    remember(sticker);
  };
  return (
    <div className={styles.page}>
      {recent.length > 0 && <Grid label={t('stickers.recentlyUsed')} stickers={recent} onChoose={choose} />}
      <Grid label={t('stickers.all')} stickers={STICKER_IDS} onChoose={choose} />
    </div>
  );
}

interface GridProps {
  label: string;
  onChoose: (sticker: StickerId) => void;
  stickers: readonly StickerId[];
}

const rowsOf = (stickers: readonly StickerId[]): StickerId[][] =>
  Array.from({ length: Math.ceil(stickers.length / COLUMNS) }, (_, row) =>
    stickers.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );

/** One tab stop; the arrow keys move between stickers. */
function Grid({ label, stickers, onChoose }: GridProps) {
  const id = useId();
  return (
    <div role="grid" tabIndex={-1} aria-labelledby={id} onKeyDown={(event) => moveInGrid(event, COLUMNS)}>
      <p id={id} className={styles.heading}>
        {label}
      </p>
      {rowsOf(stickers).map((row, rowIndex) => (
        <div key={row[0]} role="row" className={styles.row}>
          {row.map((sticker, column) => {
            const name = stickerName(sticker, STICKERS[sticker]);
            return (
              <span key={sticker} role="gridcell" className={styles.cell}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-label={name}
                  title={name}
                  tabIndex={rowIndex + column === 0 ? 0 : -1}
                  onClick={() => onChoose(sticker)}
                >
                  <Drawing id={sticker} />
                </button>
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
