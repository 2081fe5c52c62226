import { pendingOwner } from './pending/current-user.js';
import { type QueueReactions, QueueSignals } from './pending/queue-signals.js';
import type { SocketLink } from './socket.js';

/** A queue that reacts to its surroundings. */
export interface ReactingQueue extends QueueReactions {
  stop: () => void;
}

/**
 * A queue whose code loads beside the page, which can be used before. It follows its surroundings from its start, so that its
 * code misses nothing. A load that fails is repeated with the next use or change of the surroundings; both wait for it.
 */
export class LateQueue<Queue extends ReactingQueue> {
  private readonly signals: QueueSignals;
  private readonly waiting: ((queue: Queue) => void)[] = [];
  private queue: Queue | null = null;
  private isLoading = false;

  /** @param name of the queue, which all tabs share */
  constructor(
    name: string,
    link: SocketLink,
    private readonly load: (signals: QueueSignals) => Promise<Queue>,
  ) {
    this.signals = new QueueSignals(name, link, {
      storageChanged: () => void this.wanted().then((queue) => queue.storageChanged()),
      online: () => void this.wanted().then((queue) => queue.online()),
      connected: () => void this.wanted().then((queue) => queue.connected()),
      userLeft: (userId, byChoice) => this.wanted().then((queue) => queue.userLeft(userId, byChoice)),
      userChanged: () => this.wanted().then((queue) => queue.userChanged()),
    });
  }

  /** Acts for the current user; undefined when another one has signed in before the code was there. */
  async use<Answer>(act: (queue: Queue) => Answer | Promise<Answer>): Promise<Answer | undefined> {
    const owner = pendingOwner();
    const queue = this.queue ?? (await this.wanted());
    return pendingOwner() === owner ? act(queue) : undefined;
  }

  /** @returns a function that stops the queue */
  start(): () => void {
    const stopFollowing = this.signals.start();
    return () => {
      stopFollowing();
      this.queue?.stop();
    };
  }

  private wanted(): Promise<Queue> {
    if (this.queue) return Promise.resolve(this.queue);
    if (!this.isLoading) void this.begin();
    return new Promise((resolve) => void this.waiting.push(resolve));
  }

  private async begin(): Promise<void> {
    this.isLoading = true;
    try {
      const queue = await this.load(this.signals);
      this.queue = queue;
      for (const resolve of this.waiting.splice(0)) resolve(queue);
    } catch (cause) {
      console.warn('queue not loaded', cause);
    } finally {
      this.isLoading = false;
    }
  }
}
