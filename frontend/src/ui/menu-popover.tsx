import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.js';
import type { MenuEntry } from './menu-entry.js';
import { MenuList } from './menu-list.js';
import styles from './overlay.module.css';
import type { FirstFocus } from './use-trigger.js';

/** Between a menu and its anchor, and between it and the edge of the window, in pixels. */
const GAP = 8;

/** Places the card below its anchor, above where there is more room, with their ends in line and within the window. */
function place(card: HTMLElement, anchor: HTMLElement): void {
  card.style.maxBlockSize = 'none';
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const [above, below] = [top - 2 * GAP, height - bottom - 2 * GAP];
  const isBelow = card.offsetHeight <= below || below >= above;
  const isRtl = getComputedStyle(card).direction === 'rtl';
  const end = isRtl ? left : width - right;
  Object.assign(card.style, {
    maxBlockSize: `${isBelow ? below : above}px`,
    insetBlock: isBelow ? `${bottom + GAP}px auto` : `auto ${height - top + GAP}px`,
    insetInlineEnd: `${Math.max(GAP, Math.min(end, width - card.offsetWidth - GAP))}px`,
  });
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

export interface MenuPopoverProps {
  label: string;
  /** The element that it is positioned at. */
  anchor: HTMLElement;
  entries: readonly MenuEntry[];
  /** Content above the entries. */
  header?: ReactNode;
  first?: FirstFocus | undefined;
  onClose: () => void;
}

/**
 * A menu at an element; open while it is rendered. The browser's own popover: it lies above everything, gives the focus back
 * to where it was, and closes by Escape or the phone's way back. It covers the window, so that a press outside closes it and
 * does nothing else.
 */
export function MenuPopover({ label, anchor, entries, header, first, onClose }: MenuPopoverProps) {
  const layer = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const placeCard = (): void => {
      if (card.current) place(card.current, anchor);
    };
    placeCard();
    window.addEventListener('resize', placeCard);
    return () => window.removeEventListener('resize', placeCard);
  }, [anchor]);
  const hide = (): void => layer.current?.hidePopover();
  // Escape closes this alone, not also the dialog that it stands in.
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    if (event.key === 'Escape') event.preventDefault();
    hide();
  };
  return (
    <div
      ref={layer}
      popover="auto"
      className={styles.layer}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === event.currentTarget) hide();
      }}
      onPointerDown={stop}
      // The focus stays in the menu, so that the browser gives it back.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <div ref={card} className={classes(styles.popover, styles.card)}>
        {header}
        <MenuList label={label} entries={entries} first={first} onClose={hide} />
      </div>
    </div>
  );
}
