import { type ReactNode, useMemo } from 'react';
import {
  Dialog as AriaDialog,
  Menu as AriaMenu,
  MenuItem,
  Modal,
  ModalOverlay,
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from 'react-aria-components';
import { classes } from './classes.js';
import type { MenuEntry } from './menu.js';
import styles from './overlay.module.css';

interface AnchoredProps {
  label: string;
  /** The element that it is positioned at. */
  anchor: HTMLElement;
  onClose: () => void;
  placement?: AriaPopoverProps['placement'];
}

function Anchored({
  label,
  anchor,
  onClose,
  placement = 'bottom end',
  children,
}: AnchoredProps & { children: ReactNode }) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <AriaPopover
      aria-label={label}
      isOpen
      triggerRef={triggerRef}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement={placement}
      className={styles.popover}
    >
      {children}
    </AriaPopover>
  );
}

/** A small dialog at an element that is not its trigger; open while it is rendered. */
export function AnchoredDialog({ label, children, ...props }: AnchoredProps & { children: ReactNode }) {
  return (
    <Anchored label={label} {...props}>
      <AriaDialog aria-label={label} className={styles.popoverDialog}>
        {children}
      </AriaDialog>
    </Anchored>
  );
}

interface EntriesProps {
  label: string;
  entries: readonly MenuEntry[];
  onClose: () => void;
  className?: string | undefined;
}

function Entries({ label, entries, onClose, className }: EntriesProps) {
  return (
    <AriaMenu aria-label={label} className={classes(styles.menu, className)} autoFocus="first" onClose={onClose}>
      {entries.map(({ id, label: name, icon, danger, onAction }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={name}
          {...(onAction && { onAction })}
          className={classes(styles.item, danger === true && styles.itemDanger)}
        >
          {icon}
          {name}
        </MenuItem>
      ))}
    </AriaMenu>
  );
}

/** A menu at an element that is not its trigger; open while it is rendered. */
export function AnchoredMenu({ label, entries, ...props }: AnchoredProps & { entries: readonly MenuEntry[] }) {
  return (
    <Anchored label={label} {...props}>
      <Entries label={label} entries={entries} onClose={props.onClose} />
    </Anchored>
  );
}

interface SheetProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet from the bottom of a small screen; a card on a large one. */
export function Sheet({ label, onClose, children }: SheetProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable className={styles.veil}>
      <Modal className={styles.modal}>
        <AriaDialog aria-label={label} className={styles.sheet}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A menu in a sheet, with `above` over its entries. */
export function MenuSheet({
  label,
  entries,
  above,
  onClose,
}: {
  label: string;
  entries: readonly MenuEntry[];
  above: ReactNode;
  onClose: () => void;
}) {
  return (
    <Sheet label={label} onClose={onClose}>
      {above}
      <Entries label={label} entries={entries} onClose={onClose} className={styles.sheetMenu} />
    </Sheet>
  );
}
