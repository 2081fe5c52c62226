import { X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover';
import { t } from '../texts/index.js';
import { classes } from './classes.js';
import { IconButton } from './icon-button.js';
import type { MenuEntry } from './menu-entry.js';
import { MenuList } from './menu-list.js';
import styles from './overlay.module.css';

/*
 * Everything modal that a press lays over the page. The code loads after the page (`late.tsx`): import the components of
 * `dialog.tsx`, `popover.tsx` and `anchored.tsx` instead.
 */

export type Placement = AriaPopoverProps['placement'];

interface AnchoredDialogProps {
  label: string;
  /** The element that it is positioned at. */
  anchor: HTMLElement;
  /** True unless told: open while it is rendered. */
  isOpen?: boolean;
  onClose: () => void;
  placement?: Placement;
  className?: string | undefined;
  children: ReactNode;
}

/** A small dialog at an element. */
export function AnchoredDialog({
  label,
  anchor,
  isOpen = true,
  onClose,
  placement = 'bottom end',
  className,
  children,
}: AnchoredDialogProps) {
  const triggerRef = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <AriaPopover
      isOpen={isOpen}
      triggerRef={triggerRef}
      onOpenChange={(open) => !open && onClose()}
      placement={placement}
      className={styles.popover}
    >
      <AriaDialog aria-label={label} className={classes(styles.popoverDialog, className)}>
        {children}
      </AriaDialog>
    </AriaPopover>
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
      <MenuList label={label} entries={entries} onClose={onClose} className={styles.sheetMenu} />
    </Sheet>
  );
}

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** An alert dialog interrupts: no dismissal by a press outside. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** A sheet from the bottom on small screens, a centred card on large ones. */
export function Dialog({ title, isOpen, onClose, role = 'dialog', children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
      className={styles.veil}
    >
      <Modal className={styles.modal}>
        <AriaDialog role={role} className={styles.dialog}>
          <div className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton label={t('common.close')} onPress={onClose} className={styles.close}>
              <X size={20} aria-hidden />
            </IconButton>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface WholeScreenProps {
  title: string;
  onClose: () => void;
  /** Places the heading. */
  children: (title: ReactNode) => ReactNode;
}

/** A dialog over the whole window, for a moment that has nothing beside it; open while it is rendered. */
export function WholeScreen({ title, onClose, children }: WholeScreenProps) {
  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} className={classes(styles.veil, styles.whole)}>
      <Modal className={styles.wholeScreen}>
        <AriaDialog className={styles.drawerDialog}>
          {children(
            <Heading slot="title" level={2}>
              {title}
            </Heading>,
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface DrawerProps {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Slides in from the side; the small screen's sidebar. */
export function Drawer({ label, isOpen, onClose, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classes(styles.veil, styles.drawerVeil)}
    >
      <Modal className={styles.drawer}>
        <AriaDialog aria-label={label} className={styles.drawerDialog}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
