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

export function Menu({ label, trigger, entries, header }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { button, anchor, first } = useTrigger(trigger, { opens: 'menu', isOpen, onOpenChange: setOpen });
  return (
    <>
      {button}
      {isOpen && anchor && (
        <MenuPopover
          label={label}
          anchor={anchor}
          entries={entries}
          header={header}
          first={first}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
