import type { ReactNode } from 'react';
import { late } from './late.js';
import styles from './overlay.module.css';
import type { DialogProps, DrawerProps } from './overlays.js';
import { useOpenedOnce } from './use-opened-once.js';

const LateDialog = late(async () => (await import('./overlays.js')).Dialog);
const LateDrawer = late(async () => (await import('./overlays.js')).Drawer);

/** A sheet from the bottom on small screens, a centred card on large ones. */
export function Dialog(props: DialogProps) {
  return useOpenedOnce(props.isOpen) && <LateDialog {...props} />;
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Slides in from the side; the small screen's sidebar. */
export function Drawer(props: DrawerProps) {
  return useOpenedOnce(props.isOpen) && <LateDrawer {...props} />;
}
