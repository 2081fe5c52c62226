import { LIMITS } from '@duet/contracts/plain';
import * as v from 'valibot';
import { tokenClaims } from '../schemas/token-claims.js';
import type { PendingMessage } from '../sync/pending/pending-message.js';
import { PENDING, type PendingStorage, openPending } from '../sync/pending/pending-storage.js';
import { t } from '../texts/push.js';
import { callApi } from './calls.js';
import type { Answerable } from './payload.js';

/** A button of a notification; `text` lets the person write in it, where the browser can. */
interface Action {
  action: 'reply' | 'love';
  title: string;
  type?: 'text';
  placeholder?: string;
}

/** The buttons of a message's notification. Browsers without buttons ignore them. */
export const answerActions = (): Action[] => [
  { action: 'reply', type: 'text', title: t('push.reply'), placeholder: t('push.replyPlaceholder') },
  { action: 'love', title: t('push.love') },
];

/** `sub`: the person to whom the token was given. */
const claims = v.object({ sub: v.string() });

function announceChange(): void {
  const channel = new BroadcastChannel(PENDING);
  channel.postMessage('changed');
  channel.close();
}

/** The outcome of a call: after `unknown` the server may have it, and a repeat is harmless. */
type Outcome = 'sent' | 'refused' | 'unknown';

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

async function post(path: string, token: string, body?: object): Promise<Outcome> {
  try {
    const { ok, status } = await callApi(path, { method: 'POST', token, ...(body && { body }) });
    return ok ? 'sent' : isRefusal(status) ? 'refused' : 'unknown';
  } catch {
    return 'unknown';
  }
}

async function deliver(pending: PendingStorage, { answerToken = '', ...message }: PendingMessage): Promise<Outcome> {
  const { content, clientMessageId } = message;
  const outcome = await post('/api/push/reply', answerToken, { content, clientMessageId });
  if (outcome === 'sent') await pending.remove(clientMessageId);
  // The token has ended: now only a page can send it.
  if (outcome === 'refused') await pending.put(message);
  if (outcome !== 'unknown') announceChange();
  return outcome;
}

/**
 * Sends a text. It joins the pending messages of the pages first: whatever happens to this worker or the server, a page sends
 * it under the same id.
 * @returns whether the server has it, this worker sends it later, or only a page can
 */
export async function sendReply(
  { chatId, token }: Answerable,
  text: string,
  sendLater: (userId: string) => Promise<boolean>,
): Promise<'sent' | 'later' | 'kept'> {
  const userId = tokenClaims(token, claims)?.sub;
  if (userId === undefined) return 'kept';
  const reply: PendingMessage = {
    clientMessageId: crypto.randomUUID(),
    userId,
    chatId,
    messageType: 'text',
    files: [],
    content: [...text].slice(0, LIMITS.messageLength).join(''),
    sticker: null,
    card: null,
    replyTo: null,
    queuedAt: new Date().toISOString(),
    order: Date.now(),
    failure: null,
    answerToken: token,
  };
  const pending = await openPending();
  await pending.put(reply);
  announceChange();
  const outcome = await deliver(pending, reply);
  if (outcome === 'sent') return 'sent';
  return outcome === 'unknown' && (await sendLater(userId)) ? 'later' : 'kept';
}

/**
 * Sends the replies of a person that still wait with their token, in their order.
 * @returns the reply that the server does not have, and why; null when none is left
 */
export async function sendWaiting(
  userId: string,
): Promise<{ reply: PendingMessage; outcome: Exclude<Outcome, 'sent'> } | null> {
  const pending = await openPending();
  const waiting = (await pending.of(userId)).filter(({ answerToken }) => answerToken !== undefined);
  for (const reply of waiting.toSorted((a, b) => a.order - b.order)) {
    const outcome = await deliver(pending, reply);
    if (outcome !== 'sent') return { reply, outcome };
  }
  return null;
}

/** Adds ❤️ to the message of the notification. @returns whether the server has it */
export const sendLove = async ({ token }: Answerable): Promise<boolean> =>
  (await post('/api/push/love', token)) === 'sent';
