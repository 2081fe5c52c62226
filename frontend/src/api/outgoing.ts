import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { deliver } from './outgoing-delivery.js';
import { type OutgoingSend, outgoingActions } from './outgoing-state.js';
import { type OutgoingStorage, openOutgoing } from './outgoing-storage.js';
import { createTurns, firstDue, nextOrder, userNow } from './sending-turns.js';
import type { SocketLink } from './socket.js';

const FIRST_RETRY = 1_000;
const LAST_RETRY = 30_000;

/**
 * The queue of texts. Each is stored before it leaves and forgotten only when the server has it; they leave one after
 * the other, from one tab at a time, so order holds and the same text is never two messages.
 */
export function createOutgoing(store: LiveStore, link: SocketLink, open: () => Promise<OutgoingStorage> = openOutgoing) {
  const storage = open();
  /** Shown but not yet stored: a look into the storage must not drop them. */
  const unsaved = new Set<string>();
  const { put, removed, replaced, unansweredBecame } = outgoingActions;
  const sends = (): OutgoingSend[] => store.getState().outgoing.sends;

  async function save(send: OutgoingSend): Promise<void> {
    unsaved.add(send.clientMessageId);
    store.dispatch(put(send));
    await (await storage).put(send);
    unsaved.delete(send.clientMessageId);
    turns.tell();
  }

  async function forget(clientMessageId: string): Promise<void> {
    await (await storage).remove(clientMessageId);
    store.dispatch(removed(clientMessageId));
    turns.tell();
  }

  async function reread(): Promise<void> {
    const userId = userNow();
    const stored = userId === null ? [] : await (await storage).of(userId);
    if (userId !== userNow()) return;
    store.dispatch(replaced([...stored, ...sends().filter((send) => unsaved.has(send.clientMessageId))]));
  }

  async function nextDue(): Promise<OutgoingSend | undefined> {
    const userId = userNow();
    const { confirmed } = store.getState().live;
    return userId === null || confirmed === null ? undefined : firstDue(await (await storage).of(userId), confirmed);
  }

  /** @returns whether the next one may leave at once. */
  async function sendOne(send: OutgoingSend): Promise<boolean> {
    const outcome = await deliver(store, link, send);
    switch (outcome.kind) {
      case 'stored':
        // The message first, then its echo: at no moment is neither there.
        store.dispatch(live.arrived({ kind: 'reply', message: outcome.message }));
        store.dispatch(unansweredBecame(0));
        await forget(send.clientMessageId);
        return true;
      case 'refused':
        await save({ ...send, failure: outcome.code });
        return true;
      case 'later':
        turns.tryLater(outcome.seconds * 1_000);
        return false;
      case 'unknown': {
        const unanswered = store.getState().outgoing.unanswered + 1;
        store.dispatch(unansweredBecame(unanswered));
        turns.tryLater(Math.min(FIRST_RETRY * 2 ** (unanswered - 1), LAST_RETRY));
        return false;
      }
    }
  }

  /** Whoever signs out on purpose leaves no text behind in this browser. */
  async function left(userId: string, byChoice: boolean): Promise<void> {
    if (byChoice) await Promise.all((await (await storage).of(userId)).map((send) => forget(send.clientMessageId)));
  }

  const turns = createTurns({ name: 'duet-outgoing', link, nextDue, sendOne, reread, left });

  return {
    kick: turns.kick,

    /** Shows the text at once, stores it, and sends it as soon as that is possible. It has an id already where it was shown before. */
    async send(chatId: string, content: string, replyTo: string | null = null, clientMessageId: string = crypto.randomUUID()): Promise<void> {
      const userId = userNow();
      if (userId === null) return;
      await save({ clientMessageId, userId, chatId, content, replyTo, queuedAt: new Date().toISOString(), order: nextOrder(sends()), failure: null });
      turns.kick();
    },

    /** The same text under the same id, once more. */
    async retry(clientMessageId: string): Promise<void> {
      const send = sends().find((one) => one.clientMessageId === clientMessageId);
      if (send?.failure) await save({ ...send, failure: null });
      turns.kick();
    },

    discard: forget,

    start: turns.start,
  };
}
