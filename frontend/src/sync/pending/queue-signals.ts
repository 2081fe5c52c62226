import * as v from 'valibot';
import { session } from '../../platform/session/session.js';
import type { SocketLink } from '../socket.js';
import { currentUser, pendingOwner } from './current-user.js';

/** A queue's answers to what happens around it. */
export interface QueueReactions {
  /** Another tab changed the storage. */
  storageChanged: () => void;
  /**
   * The browser reports a network again, the server has answered a page for the first time, or another tab closed, perhaps
   * while it was sending.
   */
  online: () => void;
  /** The socket's status changed to connected. */
  connected: () => void;
  /** A user left this browser, by choice or because the session ended. */
  userLeft: (userId: string, byChoice: boolean) => Promise<void>;
  /** Another user is signed in, or nobody; and once at the start. */
  userChanged: () => Promise<void>;
}

const STORAGE_CHANGED = 'changed';
const TAB_CLOSED = 'closed';
const tabMessage = v.picklist([STORAGE_CHANGED, TAB_CLOSED]);

/** The surroundings of a queue of this browser: its other tabs, the user, and the connection. */
export class QueueSignals {
  private channel: BroadcastChannel | null = null;
  private owner: string | null = null;
  private maySend = false;

  /** @param name of the broadcast channel that the tabs of one queue share */
  constructor(
    private readonly name: string,
    private readonly link: SocketLink,
    private readonly reactions: QueueReactions,
  ) {}

  /** Whether the queue is between its start and its stop. */
  isRunning(): boolean {
    return this.channel !== null;
  }

  /** Makes the other tabs read the storage again. */
  readonly announceChange = (): void => this.channel?.postMessage(STORAGE_CHANGED);

  /** @returns a function that stops following */
  start(): () => void {
    const { storageChanged: changed, online, connected } = this.reactions;
    const channel = new BroadcastChannel(this.name);
    channel.onmessage = ({ data }) => {
      if (!v.is(tabMessage, data)) return;
      if (data === TAB_CLOSED) online();
      else changed();
    };
    this.channel = channel;
    const closes = (): void => channel.postMessage(TAB_CLOSED);
    window.addEventListener('pagehide', closes);
    const stopFollowing = session.subscribe(() => void this.followUser());
    const stopListening = this.link.subscribe(() => {
      if (this.link.status() === 'connected') connected();
    });
    window.addEventListener('online', online);
    void this.followUser();
    return () => {
      this.channel = null;
      window.removeEventListener('pagehide', closes);
      channel.close();
      stopFollowing();
      stopListening();
      window.removeEventListener('online', online);
    };
  }

  private async followUser(): Promise<void> {
    const userId = pendingOwner();
    const couldSend = this.maySend;
    this.maySend = currentUser() !== null;
    if (userId === this.owner) {
      if (this.maySend && !couldSend) this.reactions.online();
      return;
    }
    const { leftByChoice } = session.get();
    const before = this.owner;
    this.owner = userId;
    if (before !== null) await this.reactions.userLeft(before, leftByChoice);
    await this.reactions.userChanged();
  }
}
