import { type ReactNode, useState } from 'react';
import { late } from './late.js';
import type { MenuEntry } from './menu-entry.js';
import { type Trigger, useTrigger } from './use-trigger.js';

export const MenuPopover = late(async () => (await import('./menu-popover.js')).MenuPopover);

interface MenuProps {
  label: string;
  /** The button that opens it. */
  trigger: Trigger;
  entries: readonly MenuEntry[];
  /** Content above the entries. */
  header?: ReactNode;
}

export function Menu({ trigger, ...props }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { button, opened } = useTrigger(trigger, { opens: 'menu', isOpen, onOpenChange: setOpen });
  return (
    <>
      {button}
      {isOpen && opened && <MenuPopover {...props} {...opened} onClose={() => setOpen(false)} />}
    </>
  );
}
