import { type KeyboardEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { AppLink } from './app-link.js';
import { classes } from './classes.js';
import type { MenuEntry } from './menu-entry.js';
import styles from './overlay.module.css';
import type { FirstFocus } from './use-trigger.js';

const ENTRY = '[role="menuitem"]';

/** The entry that a key moves to; undefined for keys that move to none. A letter moves to the next entry that begins with it. */
function entryOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, entries: HTMLElement[]): HTMLElement | undefined {
  const from = entries.findIndex((entry) => entry === document.activeElement);
  if (key === 'ArrowDown') return entries[(from + 1) % entries.length];
  if (key === 'ArrowUp') return entries.at(from > 0 ? from - 1 : -1);
  if (key === 'Home') return entries[0];
  if (key === 'End') return entries.at(-1);
  if (key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const letter = key.toLocaleLowerCase();
  return [...entries.slice(from + 1), ...entries.slice(0, from + 1)].find((entry) =>
    entry.textContent.trim().toLocaleLowerCase().startsWith(letter),
  );
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const entry = entryOf(event, [...currentTarget.querySelectorAll<HTMLElement>(ENTRY)]);
  if (entry) entry.focus();
  // The browser presses buttons by Space, but follows no links.
  else if (key === ' ' && target instanceof HTMLAnchorElement) target.click();
  else return;
  event.preventDefault();
}

/** The mouse and the keys share one place, so that never two entries look chosen. */
function moveByMouse({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void {
  if (pointerType === 'mouse') currentTarget.focus({ preventScroll: true });
}

interface MenuListProps {
  label: string;
  entries: readonly MenuEntry[];
  /** The entry with the focus at first. */
  first?: FirstFocus;
  /** Called when an entry has acted. */
  onClose: () => void;
  className?: string | undefined;
}

/** The entries of a menu: the arrow keys, Home, End and first letters move between them. */
export function MenuList({ label, entries, first = 'first', onClose, className }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A hidden popover cannot take the focus.
    list.current?.closest<HTMLElement>('[popover]')?.showPopover();
    const all = list.current?.querySelectorAll<HTMLElement>(ENTRY) ?? [];
    const target = first === 'first' ? all[0] : first === 'last' ? all[all.length - 1] : list.current;
    target?.focus({ preventScroll: true });
  }, [first]);
  const close = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest(ENTRY)) onClose();
  };
  return (
    <div
      ref={list}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={classes(styles.menu, className)}
      onKeyDown={onKeyDown}
      onClick={close}
    >
      {entries.map(({ id, label: name, icon, href, danger, onAction }) => {
        const props = {
          role: 'menuitem',
          tabIndex: -1,
          className: classes(styles.item, danger === true && styles.itemDanger),
          onPointerMove: moveByMouse,
        };
        return href === undefined ? (
          <button key={id} type="button" {...props} onClick={onAction}>
            {icon}
            {name}
          </button>
        ) : (
          <AppLink key={id} href={href} {...props}>
            {icon}
            {name}
          </AppLink>
        );
      })}
    </div>
  );
}
