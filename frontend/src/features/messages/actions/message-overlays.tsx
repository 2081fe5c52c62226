import { late } from '../../../ui/late.js';
import { useActsState } from './acts.js';

const MessageOverlay = late(async () => (await import('./message-overlay.js')).MessageOverlay);

/** The overlay that is open on a message. There is one per conversation, because only one can be open. */
export function MessageOverlays() {
  const opened = useActsState((state) => state.opened);
  return opened && <MessageOverlay opened={opened} />;
}
