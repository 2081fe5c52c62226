import type { MessageView, RpcFailure } from '@duet/contracts';
import { ERRORS, type ErrorCode, isErrorCode } from '@duet/contracts/plain';
import { failureOf } from './errors.js';
import { postMessage } from './live-calls.js';
import type { LiveStore } from './live-store.js';
import type { OutgoingSend } from './outgoing-state.js';
import type { SocketLink } from './socket.js';

/** What became of one attempt. `unknown` may have been stored: the next attempt with the same id finds out. */
export type Outcome =
  | { kind: 'stored'; message: MessageView }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'later'; seconds: number }
  | { kind: 'unknown' };

const DEFAULT_WAIT = 5;

const bodyOf = ({ content, clientMessageId, replyTo }: OutgoingSend) => ({
  content,
  clientMessageId,
  ...(replyTo === null ? {} : { replyTo }),
});

/** A code's meaning for a send: 5xx and everything about the session say nothing about the message. */
function verdict(code: ErrorCode, retryAfter: number | undefined): Outcome {
  const { status } = ERRORS[code];
  if (status === 429) return { kind: 'later', seconds: retryAfter ?? DEFAULT_WAIT };
  return status >= 500 || status === 401 ? { kind: 'unknown' } : { kind: 'refused', code };
}

async function overSocket(link: SocketLink, send: OutgoingSend): Promise<Outcome> {
  try {
    const answer = await link.wire.ask('send_message', { ...bodyOf(send), messageType: 'text' });
    if (answer.ok) return { kind: 'stored', message: answer.data };
    const { code, retryAfter }: RpcFailure = answer.failure;
    return verdict(code, retryAfter);
  } catch {
    return { kind: 'unknown' };
  }
}

async function overHttp(store: LiveStore, send: OutgoingSend): Promise<Outcome> {
  const { data, error } = await store.dispatch(postMessage.initiate(bodyOf(send), { track: false }));
  if (data) return { kind: 'stored', message: data };
  const { status, code } = failureOf(error);
  if (code !== null && isErrorCode(code)) return verdict(code, undefined);
  const refused = status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  return refused ? { kind: 'refused', code: 'BAD_REQUEST' } : { kind: 'unknown' };
}

/** Over the socket when it is there; over HTTP when it is not, or did not say what happened. */
export async function deliver(store: LiveStore, link: SocketLink, send: OutgoingSend): Promise<Outcome> {
  const first: Outcome = link.status() === 'connected' ? await overSocket(link, send) : { kind: 'unknown' };
  return first.kind === 'unknown' ? overHttp(store, send) : first;
}
