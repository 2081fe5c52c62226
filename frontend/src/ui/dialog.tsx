import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../texts/index.js';
import { classes } from './classes.js';
import { IconButton } from './icon-button.js';
import styles from './overlay.module.css';

interface DialogProps {
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

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Slides in from the side; the small screen's sidebar. */
export function Drawer({
  label,
  isOpen,
  onClose,
  children,
}: {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
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
