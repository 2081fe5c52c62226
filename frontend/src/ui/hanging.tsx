import { type ReactNode, useMemo } from 'react';
import { Dialog as AriaDialog, Menu as AriaMenu, MenuItem, Modal, ModalOverlay, Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components';
import { classes } from './classes.js';
import type { MenuEntry } from './menu.js';
import styles from './overlay.module.css';

interface HangingProps {
  label: string;
  /** What it hangs on. */
  anchor: HTMLElement;
  onClose: () => void;
  placement?: AriaPopoverProps['placement'];
}

function Hanging({ label, anchor, onClose, placement = 'bottom end', children }: HangingProps & { children: ReactNode }) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <AriaPopover aria-label={label} isOpen triggerRef={triggerRef} onOpenChange={(isOpen) => !isOpen && onClose()} placement={placement} className={styles.popover}>
      {children}
    </AriaPopover>
  );
}

/** A small dialog on something that is no trigger of its own; it is there as long as it is rendered. */
export function HangingDialog({ label, children, ...props }: HangingProps & { children: ReactNode }) {
  return (
    <Hanging label={label} {...props}>
      <AriaDialog aria-label={label} className={styles.popoverDialog}>
        {children}
      </AriaDialog>
    </Hanging>
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
        <MenuItem key={id} id={id} textValue={name} {...(onAction && { onAction })} className={classes(styles.item, danger === true && styles.itemDanger)}>
          {icon}
          {name}
        </MenuItem>
      ))}
    </AriaMenu>
  );
}

/** A menu on something that is no trigger of its own. */
export function HangingMenu({ label, entries, ...props }: HangingProps & { entries: readonly MenuEntry[] }) {
  return (
    <Hanging label={label} {...props}>
      <Entries label={label} entries={entries} onClose={props.onClose} />
    </Hanging>
  );
}

interface SheetProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** From the bottom of a small screen, for thumbs; a card on a large one. */
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

/** A menu in a sheet; `above` stands over its entries. */
export function MenuSheet({ label, entries, above, onClose }: { label: string; entries: readonly MenuEntry[]; above: ReactNode; onClose: () => void }) {
  return (
    <Sheet label={label} onClose={onClose}>
      {above}
      <Entries label={label} entries={entries} onClose={onClose} className={styles.sheetMenu} />
    </Sheet>
  );
}
