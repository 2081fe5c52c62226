import type { CardView, MessageView } from '@duet/contracts';
import { live } from '../live-state.js';
import type { LiveStore } from '../live-store.js';
import { localMedia } from '../local-media.js';
import type { SocketLink } from '../socket.js';
import type { Unstored } from './delivery.js';
import { PendingList } from './pending-list.js';
import { currentUser, pendingOwner } from './current-user.js';
import { type PendingFile, type PendingMessage, isText } from './pending-message.js';
import { pendingActions } from './pending-slice.js';
import { PENDING, PENDING_MESSAGES, type PendingStorage, openPending } from './pending-storage.js';
import { pendingView } from './pending-view.js';
import { QueueSignals } from './queue-signals.js';
import { TabTurns } from './tab-turns.js';
import { deliverText } from './text-delivery.js';
import { UploadDelivery } from './upload-delivery.js';
import { UploadPauseTimer } from './upload-pause.js';

/** The files of one future message: the photos and videos of one choice, one other file, or one voice note. */
export interface NewUpload {
  messageType: PendingFile['kind'];
  files: PendingFile[];
  bytes: Blob[];
}

type NewPendingMessage = Pick<PendingMessage, 'chatId' | 'content'> & Partial<PendingMessage>;

/** Each lane sends one message after another. Two lanes, so that a large upload does not delay texts. */
type Lane = 'texts' | 'uploads';

const laneOf = (message: PendingMessage): Lane => (isText(message) ? 'texts' : 'uploads');

/** Pauses after attempts without an answer, in milliseconds; each is twice the one before. */
const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 30_000;

/**
 * The queue of messages that the server has not acknowledged, texts and uploads alike. Each is stored in the browser before
 * it is sent. Texts are sent in their order, and uploads in theirs, each lane from one tab. A refused message does not
 * block the next one.
 */
export class PendingQueue {
  private readonly list: PendingList<PendingMessage>;
  private readonly uploads: UploadDelivery;
  private readonly uploadPause: UploadPauseTimer;
  private readonly lanes: Readonly<Record<Lane, TabTurns>> = {
    texts: new TabTurns(PENDING, () => this.drain('texts')),
    uploads: new TabTurns(`${PENDING}-uploads`, () => this.drain('uploads')),
  };
  private readonly signals: QueueSignals;

  constructor(
    private readonly store: LiveStore,
    private readonly link: SocketLink,
    open: () => Promise<PendingStorage> = openPending,
  ) {
    this.signals = new QueueSignals(PENDING, link, {
      // The tab that wrote a text may close before it sends it.
      storageChanged: () => void this.reread().then(this.lanes.texts.kick),
      online: this.kick,
      connected: () => void this.revive(),
      userLeft: (userId, byChoice) => this.left(userId, byChoice),
      userChanged: () => this.reread().then(this.kick),
    });
    this.list = new PendingList(
      PENDING_MESSAGES,
      pendingView(store),
      open(),
      this.signals.announceChange,
      () => void this.reread().then(this.kick),
    );
    this.uploads = new UploadDelivery(store, this.list);
    this.uploadPause = new UploadPauseTimer(
      () => store.getState().pending.uploadPause,
      (pause) => store.dispatch(pendingActions.uploadsPaused(pause)),
      this.lanes.uploads.kick,
    );
  }

  /** Sends the messages that are due. */
  readonly kick = (): void => {
    this.lanes.texts.kick();
    this.lanes.uploads.kick();
  };

  /**
   * Shows the text at once, stores it and sends it.
   * @param clientMessageId of a text that has one already, such as a scheduled message
   */
  async sendText(
    chatId: string,
    content: string,
    replyTo: string | null = null,
    clientMessageId: string = crypto.randomUUID(),
  ): Promise<void> {
    await this.add({ chatId, content, replyTo, clientMessageId });
    this.kick();
  }

  /** Shows the sticker at once, stores it and sends it. Its name is the message's content. */
  async sendSticker(
    chatId: string,
    { id, name }: { id: string; name: string },
    replyTo: string | null = null,
  ): Promise<void> {
    await this.add({ chatId, content: name, sticker: id, replyTo });
    this.kick();
  }

  /** Shows the card at once, stores it and sends it. The thing's title is the message's content. */
  async sendCard(chatId: string, card: CardView, title: string): Promise<void> {
    await this.add({ chatId, content: title, card });
    this.kick();
  }

  /** Shows the messages at once, stores them and sends them in this order. The text belongs to the first one. */
  async sendFiles(
    chatId: string,
    uploads: readonly NewUpload[],
    { replyTo = null, text = '' }: { replyTo?: string | null; text?: string } = {},
  ): Promise<void> {
    const added = uploads.map(({ messageType, files, bytes }, index) =>
      this.add(
        { chatId, content: index === 0 ? text : '', messageType, files, replyTo: index === 0 ? replyTo : null },
        bytes,
      ),
    );
    await Promise.all(added);
    this.retryUploads();
  }

  /** Sends a refused message again, under the same id and in its old place. */
  async retry(clientMessageId: string): Promise<void> {
    const message = this.list.shown().find((one) => one.clientMessageId === clientMessageId);
    if (message?.failure) await this.list.save({ ...message, failure: null });
    if (message && !isText(message)) this.retryUploads();
    else this.kick();
  }

  /**
   * Refuses what waits for any other conversation: the couple has ended. If the two link again, that conversation is theirs
   * again, and a message of before is sent only if its sender retries it.
   * @param chatId of the user's conversation; null for none
   */
  async refuseOthers(chatId: string | null): Promise<void> {
    const userId = currentUser();
    if (userId === null) return;
    const refused = (await this.list.of(userId)).filter(
      (message) => message.chatId !== chatId && (message.failure === null || message.failure === 'UNAVAILABLE'),
    );
    await Promise.all(refused.map((message) => this.list.save({ ...message, failure: 'NO_PARTNER' })));
  }

  /** Ends the pause of uploads and sends now. */
  readonly retryUploads = (): void => {
    this.uploadPause.end();
    this.kick();
  };

  /** Drops the message, and aborts its upload. */
  async discard(clientMessageId: string): Promise<void> {
    const forgotten = this.list.forget(clientMessageId);
    this.uploads.abort(clientMessageId);
    localMedia.forget(clientMessageId);
    await forgotten;
  }

  /** @returns a function that stops the queue */
  start(): () => void {
    const stopFollowing = this.signals.start();
    return () => {
      stopFollowing();
      for (const lane of Object.values(this.lanes)) lane.stop();
      this.uploadPause.end();
      this.uploads.abort();
    };
  }

  private async add(made: NewPendingMessage, bytes?: Blob[]): Promise<void> {
    const userId = pendingOwner();
    if (userId === null) return;
    const clientMessageId = made.clientMessageId ?? crypto.randomUUID();
    if (bytes) localMedia.addFiles(clientMessageId, bytes);
    const message: PendingMessage = {
      messageType: 'text',
      files: [],
      sticker: null,
      card: null,
      replyTo: null,
      ...made,
      clientMessageId,
      userId,
      queuedAt: new Date().toISOString(),
      order: this.list.nextOrder(),
      failure: null,
    };
    await this.list.add(message, bytes);
  }

  private async drain(lane: Lane): Promise<void> {
    for (let message = await this.nextDue(lane); message; message = await this.nextDue(lane)) {
      if (!this.signals.isRunning() || !(await this.sendOne(message))) return;
    }
  }

  /** The first message of a lane that may be sent: only to the conversation that the server named as the user's. */
  private async nextDue(lane: Lane): Promise<PendingMessage | undefined> {
    const userId = currentUser();
    const { confirmed } = this.store.getState().live;
    if (userId === null || confirmed === null || (lane === 'uploads' && this.uploadPause.isOn())) return undefined;
    const waiting = (await this.list.of(userId))
      .filter(({ failure, chatId }) => failure === null && chatId === confirmed)
      .toSorted((a, b) => a.order - b.order);
    // Another user may have signed in meanwhile.
    return currentUser() === userId ? waiting.find((message) => laneOf(message) === lane) : undefined;
  }

  /** @returns whether the next message may be sent at once */
  private async sendOne(message: PendingMessage): Promise<boolean> {
    const delivery = isText(message)
      ? await deliverText(this.store, this.link, message)
      : await this.uploads.deliver(message);
    if (delivery.kind === 'stored') return this.acknowledged(message, delivery.stored);
    if (delivery.kind === 'cancelled' || this.list.isFinished(message.clientMessageId)) return true;
    // The couple has ended meanwhile: the row stays refused.
    if (this.list.shown().some((one) => one.clientMessageId === message.clientMessageId && one.failure !== null))
      return true;
    return isText(message) ? this.textFailed(message, delivery) : this.uploadFailed(message, delivery);
  }

  private async acknowledged({ clientMessageId }: PendingMessage, messages: readonly MessageView[]): Promise<true> {
    // Adds the stored messages before it removes the echo, so that the bubble never disappears.
    for (const message of messages) this.store.dispatch(live.arrived({ kind: 'reply', message }));
    this.store.dispatch(pendingActions.unansweredBecame(0));
    await this.list.forget(clientMessageId);
    return true;
  }

  private async textFailed(message: PendingMessage, delivery: Failed): Promise<boolean> {
    if (delivery.kind === 'refused') {
      await this.list.save({ ...message, failure: delivery.code });
      return true;
    }
    if (delivery.kind === 'later') {
      this.lanes.texts.kickAfter(delivery.seconds * 1_000);
      return false;
    }
    const unanswered = this.store.getState().pending.unanswered + 1;
    this.store.dispatch(pendingActions.unansweredBecame(unanswered));
    this.lanes.texts.kickAfter(Math.min(FIRST_RETRY * 2 ** (unanswered - 1), LONGEST_RETRY));
    return false;
  }

  private async uploadFailed(message: PendingMessage, delivery: Failed): Promise<true> {
    if (delivery.kind === 'later') this.uploadPause.begin(delivery.reason, delivery.seconds);
    else await this.list.save({ ...message, failure: delivery.kind === 'refused' ? delivery.code : 'UNAVAILABLE' });
    return true;
  }

  /** A new connection retries the uploads that the last one broke. */
  private async revive(): Promise<void> {
    await Promise.all(
      this.list
        .shown()
        .filter(({ failure }) => failure === 'UNAVAILABLE')
        .map((message) => this.list.save({ ...message, failure: null })),
    );
    this.retryUploads();
  }

  /** Shows what is stored for the current user. */
  private async reread(): Promise<void> {
    const userId = pendingOwner();
    if (userId !== null) await this.loadLocalMedia(userId);
    const found = await this.list.restore();
    if (found) this.uploads.abortUnless((id) => found.some(({ clientMessageId }) => clientMessageId === id));
  }

  private async loadLocalMedia(userId: string): Promise<void> {
    for (const message of await this.list.of(userId)) {
      const { clientMessageId } = message;
      if (isText(message) || localMedia.filesOf(clientMessageId).length > 0) continue;
      const bytes = await this.list.bytesOf(clientMessageId);
      if (bytes && userId === pendingOwner()) localMedia.addFiles(clientMessageId, bytes);
    }
  }

  /** A user who signs out on purpose leaves no message in this browser. */
  private async left(userId: string, byChoice: boolean): Promise<void> {
    this.uploads.abort();
    this.uploadPause.end();
    localMedia.clear();
    if (byChoice) await this.list.forgetAllOf(userId);
  }
}

type Failed = Exclude<Unstored, { kind: 'cancelled' }>;
