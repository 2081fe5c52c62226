import { late } from '../../../ui/late.js';
import { useActs, useActsState } from './acts.js';

const MessageOverlay = late(async () => (await import('./message-overlay.js')).MessageOverlay);

/** The overlay that is open on a message. There is one per conversation, because only one can be open. */
export function MessageOverlays() {
  const opened = useActsState((state) => state.opened);
  const acts = useActs();
  // An act may have opened another overlay already: close only this one.
  const close = (): void => {
    if (acts.read().opened === opened) acts.open(null);
  };
  return opened && <MessageOverlay opened={opened} onClose={close} />;
}
