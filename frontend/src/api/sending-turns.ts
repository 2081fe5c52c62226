import { session } from './session.js';
import type { SocketLink } from './socket.js';

/** What every queue knows of what waits in it. */
interface Waiting {
  chatId: string;
  order: number;
  failure: string | null;
}

interface Turns<Send> {
  /** Of the lock and the channel that this browser's tabs share. */
  name: string;
  link: SocketLink;
  nextDue: () => Promise<Send | undefined>;
  /** @returns whether the next one may leave at once */
  sendOne: (send: Send) => Promise<boolean>;
  /** Shows what is stored of whoever is signed in now. */
  reread: () => Promise<void>;
  /** Somebody has gone from this page; on purpose, or because the session ended. */
  left: (userId: string, byChoice: boolean) => Promise<void>;
  /** There is a connection again; left out, it is a reason to look. */
  connected?: () => void;
  stopped?: () => void;
}

export const userNow = (): string | null => {
  const { status, user } = session.get();
  return status === 'authenticated' ? (user?._id ?? null) : null;
};

/** Behind everything that waits already, also where the clock was set back. */
export const nextOrder = (sends: readonly Waiting[]): number => Math.max(Date.now(), (sends.at(-1)?.order ?? 0) + 1);

/** The oldest that may leave: it was not refused, and goes to the conversation that the server names this person's right now. */
export const firstDue = <Send extends Waiting>(sends: readonly Send[], confirmed: string): Send | undefined =>
  sends.filter(({ failure, chatId }) => failure === null && chatId === confirmed).toSorted((a, b) => a.order - b.order)[0];

/**
 * When a queue of this browser sends: one thing after the other, from one tab at a time, whenever something was added, a
 * connection came or a pause is over. The tabs tell each other of changes, and the queue follows whoever is signed in.
 */
export function createTurns<Send>({ name, link, nextDue, sendOne, reread, left, connected, stopped }: Turns<Send>) {
  let running = false;
  let again = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let owner: string | null = null;
  /** Open for as long as the page runs. */
  let otherTabs: BroadcastChannel | null = null;

  /** Without Web Locks (an insecure origin) tabs may both send; the same id makes that one message. */
  const underLock = (work: () => Promise<void>): Promise<void> => ('locks' in navigator ? navigator.locks.request(name, work) : work());

  async function drain(): Promise<void> {
    for (let send = await nextDue(); send; send = await nextDue()) {
      if (!otherTabs || !(await sendOne(send))) return;
    }
  }

  /** Looks now whether something may leave. */
  function kick(): void {
    clearTimeout(pause);
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
        console.error(`The queue ${name} stopped; it goes on with the next one.`, cause);
      } finally {
        running = false;
      }
    })();
  }

  async function followUser(): Promise<void> {
    const userId = userNow();
    if (userId === owner) return;
    const { leftByChoice } = session.get();
    const before = owner;
    owner = userId;
    if (before !== null) await left(before, leftByChoice);
    await reread();
    kick();
  }

  return {
    kick,

    tryLater(milliseconds: number): void {
      clearTimeout(pause);
      pause = setTimeout(kick, milliseconds);
    },

    /** The other tabs look into the storage again. */
    tell(): void {
      otherTabs?.postMessage('changed');
    },

    start(): () => void {
      const channel = new BroadcastChannel(name);
      channel.onmessage = () => void reread();
      otherTabs = channel;
      const stopFollowing = session.subscribe(() => void followUser());
      const onLink = link.subscribe(() => {
        if (link.status() === 'connected') (connected ?? kick)();
      });
      window.addEventListener('online', kick);
      void followUser();
      return () => {
        clearTimeout(pause);
        stopped?.();
        stopFollowing();
        onLink();
        window.removeEventListener('online', kick);
        otherTabs = null;
        channel.close();
      };
    },
  };
}
