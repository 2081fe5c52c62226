import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { localMedia } from './local-media.js';
import { createTurns, firstDue, nextOrder, userNow } from './sending-turns.js';
import type { SocketLink } from './socket.js';
import { type UploadOutcome, upload } from './uploads-request.js';
import { type OutgoingFile, type OutgoingUpload, uploadsActions } from './uploads-state.js';
import { type UploadsStorage, openUploads } from './uploads-storage.js';

/** One message to be: the photos and videos of one choice, one other file, or one voice note. */
export interface NewUpload {
  messageType: OutgoingFile['kind'];
  files: OutgoingFile[];
  bytes: Blob[];
}

/** Hands a text that waited behind files to the queue of texts, under the id that it is shown with. */
type SendText = (send: OutgoingUpload) => Promise<void>;

function bodyOf(send: OutgoingUpload, bytes: readonly Blob[]): FormData {
  const body = new FormData();
  // The words first: the server reads as it comes.
  body.append('clientMessageId', send.clientMessageId);
  if (send.replyTo !== null) body.append('replyTo', send.replyTo);
  const [first] = send.files;
  if (first?.transcript !== undefined) body.append('transcript', first.transcript);
  if (send.files.some(({ keepExif }) => keepExif)) body.append('keepExif', 'true');
  const field = send.messageType === 'voice' ? 'voice' : 'files';
  bytes.forEach((part, index) => body.append(field, part, send.files[index]?.name ?? 'file'));
  return body;
}

/**
 * The queue of files and voice notes. Each is stored in the browser, bytes and all, before it leaves, and forgotten only
 * when the server has it or the person takes it back. One at a time, from one tab.
 */
export function createUploads(store: LiveStore, link: SocketLink, sendText: SendText, open: () => Promise<UploadsStorage> = openUploads) {
  const storage = open();
  /** Shown but not yet stored: a look into the storage must not drop them. */
  const unsaved = new Set<string>();
  /** Taken back by the person; what their attempts still say counts no more. */
  const takenBack = new Set<string>();
  let underWay: { id: string; abort: AbortController } | null = null;

  const { put, removed, replaced, progressed } = uploadsActions;
  const sends = (): OutgoingUpload[] => store.getState().uploads.sends;

  async function save(send: OutgoingUpload, bytes?: readonly Blob[]): Promise<void> {
    unsaved.add(send.clientMessageId);
    store.dispatch(put(send));
    try {
      await (await storage).put(send, bytes);
    } catch {
      // A full disk: the page itself still holds the bytes.
      console.warn('A file could not be stored; it waits as long as this page is open.');
      return;
    }
    unsaved.delete(send.clientMessageId);
    turns.tell();
  }

  async function forget(clientMessageId: string): Promise<void> {
    await (await storage).remove(clientMessageId);
    unsaved.delete(clientMessageId);
    store.dispatch(removed(clientMessageId));
    turns.tell();
  }

  /** What is stored of this person, and what only this page knows. */
  async function known(userId: string): Promise<OutgoingUpload[]> {
    const stored = await (await storage).of(userId);
    return [...stored.filter(({ clientMessageId }) => !unsaved.has(clientMessageId)), ...sends().filter((send) => unsaved.has(send.clientMessageId))];
  }

  async function reread(): Promise<void> {
    const userId = userNow();
    const found = userId === null ? [] : await known(userId);
    if (userId !== userNow()) return;
    for (const { clientMessageId } of found) {
      if (localMedia.filesOf(clientMessageId).length === 0) localMedia.keep(clientMessageId, await (await storage).bytesOf(clientMessageId));
    }
    store.dispatch(replaced(found));
    // Taken back in another tab.
    if (underWay && !found.some((send) => send.clientMessageId === underWay?.id)) underWay.abort.abort();
  }

  async function nextDue(): Promise<OutgoingUpload | undefined> {
    const userId = userNow();
    const { confirmed } = store.getState().live;
    if (userId === null || confirmed === null) return undefined;
    return firstDue((await known(userId)).filter(({ clientMessageId }) => !takenBack.has(clientMessageId)), confirmed);
  }

  async function attempt(send: OutgoingUpload): Promise<UploadOutcome> {
    const { clientMessageId, messageType, files } = send;
    const bytes = localMedia.filesOf(clientMessageId).length > 0 ? localMedia.filesOf(clientMessageId) : await (await storage).bytesOf(clientMessageId);
    if (bytes.length !== files.length) return { kind: 'refused', code: 'FILE_UNREADABLE' };
    const abort = new AbortController();
    underWay = { id: clientMessageId, abort };
    store.dispatch(progressed({ clientMessageId, share: 0 }));
    const path = messageType === 'voice' ? '/messages/voice' : '/messages/upload';
    const onProgress = (share: number): void => void store.dispatch(progressed({ clientMessageId, share }));
    const outcome = await upload({ path, body: bodyOf(send, bytes), signal: abort.signal, onProgress });
    underWay = null;
    store.dispatch(progressed({ clientMessageId, share: null }));
    return outcome;
  }

  /** @returns whether the next one may leave at once. */
  async function sendOne(send: OutgoingUpload): Promise<boolean> {
    if (send.messageType === 'text') {
      const handedOver = sendText(send);
      // In one breath, so that it is shown once and at no moment not at all.
      store.dispatch(removed(send.clientMessageId));
      await handedOver;
      await forget(send.clientMessageId);
      return true;
    }
    const outcome = await attempt(send);
    if (takenBack.has(send.clientMessageId) && outcome.kind !== 'stored') return true;
    switch (outcome.kind) {
      case 'stored':
        // The messages first, then their echo: at no moment is neither there.
        for (const message of outcome.messages) store.dispatch(live.arrived({ kind: 'reply', message }));
        await forget(send.clientMessageId);
        return true;
      case 'refused':
      case 'broken':
        await save({ ...send, failure: outcome.kind === 'refused' ? outcome.code : 'UNAVAILABLE' });
        return true;
      case 'later':
        turns.tryLater(outcome.seconds * 1_000);
        return false;
      case 'cancelled':
        return true;
    }
  }

  /** What only the line stopped goes on when there is one again. */
  async function revive(): Promise<void> {
    await Promise.all(sends().filter(({ failure }) => failure === 'UNAVAILABLE').map((send) => save({ ...send, failure: null })));
    turns.kick();
  }

  /** Whoever signs out on purpose leaves no file behind in this browser. */
  async function left(userId: string, byChoice: boolean): Promise<void> {
    underWay?.abort.abort();
    localMedia.clear();
    if (byChoice) await Promise.all((await (await storage).of(userId)).map((send) => forget(send.clientMessageId)));
  }

  const turns = createTurns({ name: 'duet-uploads', link, nextDue, sendOne, reread, left, connected: () => void revive(), stopped: () => underWay?.abort.abort() });

  async function add(chatId: string, made: Pick<OutgoingUpload, 'messageType' | 'files' | 'content' | 'replyTo'>, bytes: Blob[]): Promise<void> {
    const userId = userNow();
    if (userId === null) return;
    const clientMessageId = crypto.randomUUID();
    const order = nextOrder(sends());
    localMedia.keep(clientMessageId, bytes);
    await save({ ...made, clientMessageId, userId, chatId, queuedAt: new Date().toISOString(), order, failure: null }, bytes);
  }

  return {
    kick: turns.kick,

    /** Shows the messages at once, stores them, and sends them in this order; the text last, as a message of its own. */
    async send(chatId: string, uploads: readonly NewUpload[], { replyTo = null, text = '' }: { replyTo?: string | null; text?: string } = {}): Promise<void> {
      const saved = uploads.map(({ messageType, files, bytes }, index) => add(chatId, { messageType, files, content: '', replyTo: index === 0 ? replyTo : null }, bytes));
      if (text.trim() !== '') saved.push(add(chatId, { messageType: 'text', files: [], content: text, replyTo: null }, []));
      await Promise.all(saved);
      turns.kick();
    },

    /** The same files under the same id, once more. */
    async retry(clientMessageId: string): Promise<void> {
      const send = sends().find((one) => one.clientMessageId === clientMessageId);
      if (send?.failure) await save({ ...send, failure: null });
      turns.kick();
    },

    /** Takes it back, also in the middle of its way. */
    async discard(clientMessageId: string): Promise<void> {
      takenBack.add(clientMessageId);
      if (underWay?.id === clientMessageId) underWay.abort.abort();
      await forget(clientMessageId);
      localMedia.forget(clientMessageId);
    },

    start: turns.start,
  };
}
