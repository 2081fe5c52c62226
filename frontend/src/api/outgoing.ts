import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { deliver } from './outgoing-delivery.js';
import { type OutgoingSend, outgoingActions } from './outgoing-state.js';
import { type OutgoingStorage, openOutgoing } from './outgoing-storage.js';
import { session } from './session.js';
import type { SocketLink } from './socket.js';

const LOCK = 'duet-outgoing';
const CHANNEL = 'duet-outgoing';
const FIRST_RETRY = 1_000;
const LAST_RETRY = 30_000;

/** Without Web Locks (an insecure origin) tabs may both send; the same id makes that one message. */
const underLock = (work: () => Promise<void>): Promise<void> => ('locks' in navigator ? navigator.locks.request(LOCK, work) : work());

const userNow = (): string | null => {
  const { status, user } = session.get();
  return status === 'authenticated' ? (user?._id ?? null) : null;
};

/**
 * The queue of texts. Each is stored before it leaves and forgotten only when the server has it; they leave one after
 * the other, from one tab at a time, so order holds and the same text is never two messages.
 */
export function createOutgoing(store: LiveStore, link: SocketLink, open: () => Promise<OutgoingStorage> = openOutgoing) {
  const storage = open();
  /** Shown but not yet stored: a look into the storage must not drop them. */
  const unsaved = new Set<string>();
  let running = false;
  let again = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let owner: string | null = null;
  /** Open for as long as the page runs. */
  let otherTabs: BroadcastChannel | null = null;

  const { put, removed, replaced, unansweredBecame } = outgoingActions;
  const sends = (): OutgoingSend[] => store.getState().outgoing.sends;

  async function save(send: OutgoingSend): Promise<void> {
    unsaved.add(send.clientMessageId);
    store.dispatch(put(send));
    await (await storage).put(send);
    unsaved.delete(send.clientMessageId);
    otherTabs?.postMessage('changed');
  }

  async function forget(clientMessageId: string): Promise<void> {
    await (await storage).remove(clientMessageId);
    store.dispatch(removed(clientMessageId));
    otherTabs?.postMessage('changed');
  }

  async function reread(): Promise<void> {
    const userId = userNow();
    const stored = userId === null ? [] : await (await storage).of(userId);
    if (userId !== userNow()) return;
    store.dispatch(replaced([...stored, ...sends().filter((send) => unsaved.has(send.clientMessageId))]));
  }

  /** The oldest text that may leave: of this person, to the conversation that the server names theirs right now. */
  async function nextDue(): Promise<OutgoingSend | undefined> {
    const userId = userNow();
    const { confirmed } = store.getState().live;
    if (userId === null || confirmed === null) return undefined;
    const stored = await (await storage).of(userId);
    return stored.filter((send) => send.failure === null && send.chatId === confirmed).toSorted((a, b) => a.order - b.order)[0];
  }

  function tryLater(milliseconds: number): void {
    clearTimeout(retry);
    retry = setTimeout(kick, milliseconds);
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
        tryLater(outcome.seconds * 1_000);
        return false;
      case 'unknown': {
        const unanswered = store.getState().outgoing.unanswered + 1;
        store.dispatch(unansweredBecame(unanswered));
        tryLater(Math.min(FIRST_RETRY * 2 ** (unanswered - 1), LAST_RETRY));
        return false;
      }
    }
  }

  async function drain(): Promise<void> {
    for (let send = await nextDue(); send; send = await nextDue()) {
      if (!otherTabs || !(await sendOne(send))) return;
    }
  }

  /** Looks now whether something may leave. */
  function kick(): void {
    clearTimeout(retry);
    again = true;
    if (running) return;
    running = true;
    void (async () => {
      try {
        while (again) {
          again = false;
          await underLock(drain);
        }
      } catch (cause) {
        console.error('The queue of messages stopped; it goes on with the next one.', cause);
      } finally {
        running = false;
      }
    })();
  }

  async function followUser(): Promise<void> {
    const userId = userNow();
    if (userId === owner) return;
    const { leftByChoice } = session.get();
    const left = owner;
    owner = userId;
    // Whoever signs out on purpose leaves no text behind in this browser.
    if (left !== null && leftByChoice) await Promise.all((await (await storage).of(left)).map((send) => forget(send.clientMessageId)));
    await reread();
    kick();
  }

  return {
    kick,

    /** Shows the text at once, stores it, and sends it as soon as that is possible. It has an id already where it was shown before. */
    async send(chatId: string, content: string, replyTo: string | null = null, clientMessageId: string = crypto.randomUUID()): Promise<void> {
      const userId = userNow();
      if (userId === null) return;
      const order = Math.max(Date.now(), (sends().at(-1)?.order ?? 0) + 1);
      const made = { clientMessageId, userId, chatId, content, replyTo, queuedAt: new Date().toISOString(), order, failure: null };
      await save(made);
      kick();
    },

    /** The same text under the same id, once more. */
    async retry(clientMessageId: string): Promise<void> {
      const send = sends().find((one) => one.clientMessageId === clientMessageId);
      if (send?.failure) await save({ ...send, failure: null });
      kick();
    },

    discard: forget,

    start(): () => void {
      const channel = new BroadcastChannel(CHANNEL);
      channel.onmessage = () => void reread();
      otherTabs = channel;
      const stopFollowing = session.subscribe(() => void followUser());
      const onLink = link.subscribe(() => {
        if (link.status() === 'connected') kick();
      });
      window.addEventListener('online', kick);
      void followUser();
      return () => {
        clearTimeout(retry);
        stopFollowing();
        onLink();
        window.removeEventListener('online', kick);
        otherTabs = null;
        channel.close();
      };
    },
  };
}
