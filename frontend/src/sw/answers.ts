import { LIMITS } from '@duet/contracts/plain';
import * as v from 'valibot';
import { tokenClaims } from '../schemas/token-claims.js';
import { PENDING, openPending } from '../sync/pending/pending-storage.js';
import { openingIsOver } from '../sync/pending/row-storage.js';
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

async function post(path: string, token: string, body?: object): Promise<boolean> {
  try {
    return (await callApi(path, { method: 'POST', token, ...(body && { body }) })).ok;
  } catch {
    return false;
  }
}

/**
 * Sends a text. It joins the pending messages of the pages first: whatever happens to this worker or the server, a page sends
 * it under the same id. @returns whether the server has it
 */
export async function sendReply({ chatId, token }: Answerable, text: string): Promise<boolean> {
  const userId = tokenClaims(token, claims)?.sub;
  if (userId === undefined) return false;
  const content = [...text].slice(0, LIMITS.messageLength).join('');
  const clientMessageId = crypto.randomUUID();
  // Without storage the reply has this one attempt.
  const pending = await Promise.race([openPending(), openingIsOver()]).catch(() => null);
  await pending?.put({
    clientMessageId,
    userId,
    chatId,
    messageType: 'text',
    files: [],
    content,
    sticker: null,
    card: null,
    replyTo: null,
    queuedAt: new Date().toISOString(),
    order: Date.now(),
    failure: null,
  });
  announceChange();
  if (!(await post('/api/push/reply', token, { content, clientMessageId }))) return false;
  await pending?.remove(clientMessageId);
  announceChange();
  return true;
}

/** Adds ❤️ to the message of the notification. @returns whether the server has it */
export const sendLove = ({ token }: Answerable): Promise<boolean> => post('/api/push/love', token);
