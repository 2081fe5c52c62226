import type { RpcFailure } from '@duet/contracts';
import { postMessage } from '../live-calls.js';
import type { LiveStore } from '../live-store.js';
import type { SocketLink } from '../socket.js';
import { currentUser } from './current-user.js';
import type { SendAttempt } from './delivery.js';
import type { PendingMessage } from './pending-message.js';
import { unstoredByError, unstoredOf } from './unstored.js';

/** With its conversation: the server refuses what was written for an earlier partner. */
const textBodyOf = ({ chatId, content, clientMessageId, replyTo, sticker, card }: PendingMessage) => ({
  chatId,
  content,
  clientMessageId,
  ...(sticker === null ? {} : { sticker }),
  ...(card === null ? {} : { card }),
  ...(replyTo === null ? {} : { replyTo }),
});

async function overSocket(link: SocketLink, message: PendingMessage): Promise<SendAttempt> {
  try {
    const answer = await link.wire.ask('send_message', { ...textBodyOf(message), messageType: 'text' });
    if (answer.ok) return { kind: 'stored', stored: [answer.data] };
    const { code, retryAfter }: RpcFailure = answer.failure;
    return unstoredOf(code, retryAfter);
  } catch {
    return { kind: 'unknown' };
  }
}

async function overHttp(store: LiveStore, message: PendingMessage): Promise<SendAttempt> {
  const { data, error } = await store.dispatch(postMessage.initiate(textBodyOf(message), { track: false }));
  if (data) return { kind: 'stored', stored: [data] };
  return unstoredByError(error);
}

/** Sends over the socket while it is connected; over HTTP when it is not, or did not answer. */
export async function deliverText(store: LiveStore, link: SocketLink, message: PendingMessage): Promise<SendAttempt> {
  const first: SendAttempt = link.status() === 'connected' ? await overSocket(link, message) : { kind: 'unknown' };
  // A socket also breaks because its user leaves: the next user must not send the text in their own name.
  return first.kind === 'unknown' && currentUser() === message.userId ? overHttp(store, message) : first;
}
