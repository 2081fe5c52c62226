import type { MessageView } from '@duet/contracts';
import * as v from 'valibot';
import type { LiveStore } from '../live-store.js';
import { localMedia } from '../local-media.js';
import type { SendAttempt } from './delivery.js';
import type { PendingList } from './pending-list.js';
import type { PendingMessage } from './pending-message.js';
import { pendingActions } from './pending-slice.js';
import { upload } from './upload-request.js';

/** The fields of a message that this module reads; the server's answer has all of them. */
const messageFields = v.looseObject({
  _id: v.string(),
  seq: v.number(),
  attachments: v.array(v.unknown()),
  deletedAt: v.nullable(v.string()),
});
const message = v.custom<MessageView>((value) => v.is(messageFields, value));
const storedAnswer = v.object({
  data: v.union([v.object({ messages: v.pipe(v.array(message), v.minLength(1)) }), v.object({ message })]),
});
/** The stored messages, if they have all files; one that was deleted meanwhile has none any more. */
function storedMessages(body: unknown, files: number): MessageView[] | null {
  const { success, output } = v.safeParse(storedAnswer, body);
  if (!success) return null;
  const found = 'messages' in output.data ? output.data.messages : [output.data.message];
  const stored = found.reduce((sum, { attachments }) => sum + attachments.length, 0);
  return stored >= files || found.some(({ deletedAt }) => deletedAt !== null) ? found : null;
}

function uploadBodyOf(message: PendingMessage, bytes: readonly Blob[]): FormData {
  const body = new FormData();
  // The fields first: the server reads the body as a stream.
  body.append('clientMessageId', message.clientMessageId);
  body.append('chatId', message.chatId);
  if (message.content !== '') body.append('content', message.content);
  if (message.replyTo !== null) body.append('replyTo', message.replyTo);
  const [first] = message.files;
  if (first?.transcript !== undefined) body.append('transcript', first.transcript);
  if (message.files.some(({ keepExif }) => keepExif)) body.append('keepExif', 'true');
  const field = message.messageType === 'voice' ? 'voice' : 'files';
  bytes.forEach((part, index) => body.append(field, part, message.files[index]?.name ?? 'file'));
  return body;
}

/** Sends files and voice notes, one at a time, with their progress in the store. */
export class UploadDelivery {
  private underWay: { id: string; abort: AbortController } | null = null;

  constructor(
    private readonly store: LiveStore,
    private readonly list: PendingList<PendingMessage>,
  ) {}

  async deliver(message: PendingMessage): Promise<SendAttempt> {
    const { clientMessageId } = message;
    const abort = new AbortController();
    this.underWay = { id: clientMessageId, abort };
    const progress = (share: number | null): void =>
      void this.store.dispatch(pendingActions.progressed({ clientMessageId, share }));
    try {
      const bytes = await this.bytesOf(message);
      if (!bytes) return { kind: 'unknown' };
      if (bytes.length !== message.files.length) return { kind: 'refused', code: 'FILE_UNREADABLE' };
      progress(0);
      const request = {
        path: message.messageType === 'voice' ? '/messages/voice' : '/messages/upload',
        body: uploadBodyOf(message, bytes),
        signal: abort.signal,
        onProgress: progress,
      };
      return await upload(request, (body) => storedMessages(body, bytes.length));
    } finally {
      this.underWay = null;
      progress(null);
    }
  }

  /** Aborts the upload under way when it is this one; without an id, whichever it is. */
  abort(clientMessageId = this.underWay?.id): void {
    if (this.underWay?.id === clientMessageId) this.underWay?.abort.abort();
  }

  /** Aborts the upload under way when another tab has discarded it. */
  abortUnless(isPending: (clientMessageId: string) => boolean): void {
    if (this.underWay && !isPending(this.underWay.id)) this.underWay.abort.abort();
  }

  private async bytesOf({ clientMessageId }: PendingMessage): Promise<readonly Blob[] | null> {
    const local = localMedia.filesOf(clientMessageId);
    return local.length > 0 ? local : this.list.bytesOf(clientMessageId);
  }
}
