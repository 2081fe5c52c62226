import { type ReactNode, useState } from 'react';
import { late } from './late.js';
import type { MenuEntry } from './menu-entry.js';
import { type Trigger, useTrigger } from './use-trigger.js';

const TriggeredMenu = late(async () => (await import('./overlays.js')).TriggeredMenu);

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
  const { button, anchor, focus } = useTrigger(trigger, { opens: 'menu', isOpen, onOpenChange: setOpen });
  return (
    <>
      {button}
      {anchor && (
        <TriggeredMenu
          label={label}
          anchor={anchor}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          entries={entries}
          header={header}
          focus={focus}
        />
      )}
    </>
  );
}
