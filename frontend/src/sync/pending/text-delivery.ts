import type { RpcFailure } from '@duet/contracts';
import { ERRORS, type ErrorCode, isErrorCode } from '@duet/contracts/plain';
import { failureOf } from '../../api/errors.js';
import { postMessage } from '../live-calls.js';
import type { LiveStore } from '../live-store.js';
import type { SocketLink } from '../socket.js';
import { DEFAULT_WAIT, type Delivery } from './delivery.js';
import type { PendingMessage } from './pending-message.js';

const textBodyOf = ({ content, clientMessageId, replyTo, sticker, card }: PendingMessage) => ({
  content,
  clientMessageId,
  ...(sticker === null ? {} : { sticker }),
  ...(card === null ? {} : { card }),
  ...(replyTo === null ? {} : { replyTo }),
});

/** A 5xx or a 401 says nothing about the message: its outcome is unknown. */
function deliveryOf(code: ErrorCode, retryAfter: number | undefined): Delivery {
  const { status } = ERRORS[code];
  if (status === 429) return { kind: 'later', seconds: retryAfter ?? DEFAULT_WAIT, reason: 'limited' };
  return status >= 500 || status === 401 ? { kind: 'unknown' } : { kind: 'refused', code };
}

async function overSocket(link: SocketLink, message: PendingMessage): Promise<Delivery> {
  try {
    const answer = await link.wire.ask('send_message', { ...textBodyOf(message), messageType: 'text' });
    if (answer.ok) return { kind: 'stored', stored: [answer.data] };
    const { code, retryAfter }: RpcFailure = answer.failure;
    return deliveryOf(code, retryAfter);
  } catch {
    return { kind: 'unknown' };
  }
}

async function overHttp(store: LiveStore, message: PendingMessage): Promise<Delivery> {
  const { data, error } = await store.dispatch(postMessage.initiate(textBodyOf(message), { track: false }));
  if (data) return { kind: 'stored', stored: [data] };
  const { status, code } = failureOf(error);
  if (code !== null && isErrorCode(code)) return deliveryOf(code, undefined);
  const isRefused = status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  return isRefused ? { kind: 'refused', code: 'BAD_REQUEST' } : { kind: 'unknown' };
}

/** Sends over the socket while it is connected; over HTTP when it is not, or did not answer. */
export async function deliverText(store: LiveStore, link: SocketLink, message: PendingMessage): Promise<Delivery> {
  const first: Delivery = link.status() === 'connected' ? await overSocket(link, message) : { kind: 'unknown' };
  return first.kind === 'unknown' ? overHttp(store, message) : first;
}
