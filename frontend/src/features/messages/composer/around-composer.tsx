import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { sharedInbox } from '../../../platform/shared-in/shared-in.js';
import { useKeyDown } from '../../../ui/use-key-down.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';

/** Elements that use keys or a paste themselves. */
const OWN_KEYS = [
  'input, textarea, select, [contenteditable], audio, video',
  ...['dialog', 'alertdialog', 'menu', 'listbox', 'grid', 'slider', 'tablist', 'radiogroup', 'application'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ');

const isTaken = ({ target, defaultPrevented }: Event): boolean =>
  defaultPrevented || (target instanceof Element && target.closest(OWN_KEYS) !== null);

/** Whether the key writes a sign. Space scrolls and presses buttons. */
function isSign(
  { key, ctrlKey, metaKey, altKey, isComposing, ...event }: KeyboardEvent,
  isThirdLevel: boolean,
): boolean {
  const isPlain = isThirdLevel || (!ctrlKey && !metaKey && !altKey);
  return isPlain && !isComposing && !event.repeat && key !== ' ' && ([...key].length === 1 || key === 'Dead');
}

interface AroundComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
  onFiles: (files: readonly File[], tooLarge?: readonly string[]) => void;
}

/**
 * Input that reaches the composer from the whole chat page: signs typed anywhere, pasted words and files, and what another app
 * shares. Ctrl+/ or Cmd+/ lists the shortcuts.
 */
export function AroundComposer({ field, onText, onFiles }: AroundComposerProps) {
  const [hasList, setList] = useState(false);

  /** The field that may be written in now: none below a dialog. While a message is edited, that edit's. */
  const openField = (): HTMLTextAreaElement | null => {
    const composer = field.current?.closest('[data-composer]');
    if (!composer || composer.closest('[inert], [aria-hidden="true"]')) return null;
    return [...composer.querySelectorAll('textarea')].find((one) => !one.closest('[hidden]')) ?? null;
  };

  useKeyDown((event) => {
    if (event.key === '/' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setList(true);
    } else if (!isTaken(event) && isSign(event, event.getModifierState('AltGraph'))) {
      // The browser writes the sign into the field that has the focus by then.
      openField()?.focus();
    }
  });
  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    if (isTaken(event) || openField() !== field.current || !event.clipboardData) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData('text/plain');
    if (files.length > 0) onFiles(files);
    else if (text !== '') onText(text);
    else return;
    event.preventDefault();
    field.current?.focus();
  });
  const takeShared = useEffectEvent(async (): Promise<void> => {
    const shared = await sharedInbox.take();
    if (!shared) return;
    if (shared.text !== '') onText(shared.text);
    if (shared.files.length + shared.tooLarge.length > 0) onFiles(shared.files, shared.tooLarge);
    field.current?.focus();
  });

  useEffect(() => {
    const paste = (event: ClipboardEvent): void => onPaste(event);
    const focus = (): void => void takeShared();
    focus();
    window.addEventListener('paste', paste);
    window.addEventListener('focus', focus);
    return () => {
      window.removeEventListener('paste', paste);
      window.removeEventListener('focus', focus);
    };
  }, []);

  return <ShortcutsDialog isOpen={hasList} onClose={() => setList(false)} />;
}
