import type { ReactElement, ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover as AriaPopover } from 'react-aria-components';
import { classes } from './classes.js';
import styles from './overlay.module.css';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  href?: string;
  danger?: boolean;
  onAction?: () => void;
}

interface MenuProps {
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  /** Content above the entries. */
  header?: ReactNode;
}

export function Menu({ label, trigger, entries, header }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <AriaPopover className={styles.popover} placement="bottom end">
        {header}
        <AriaMenu aria-label={label} className={styles.menu}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              {...(entry.href === undefined ? {} : { href: entry.href })}
              {...(entry.onAction === undefined ? {} : { onAction: entry.onAction })}
              className={classes(styles.item, entry.danger === true && styles.itemDanger)}
            >
              {entry.icon}
              {entry.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </AriaPopover>
    </MenuTrigger>
  );
}
