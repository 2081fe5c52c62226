import type { PushPayload, PushedMessageView } from '@duet/contracts';
import * as v from 'valibot';
import { ownPath } from '../schemas/own-path.js';
import { validItems } from '../schemas/valid-items.js';

const text = v.fallback(v.nullable(v.string()), null);

/** Anything but a path of ours leads to the start page. */
const link = v.fallback(ownPath, '/');

const pushPayload = v.object({
  kind: v.picklist(['message', 'reaction', 'notice', 'test']),
  tag: v.string(),
  link,
  from: text,
  text,
  messageId: text,
  token: text,
});

/** Parses a pushed payload; null for one that this build does not know. */
export function readPushPayload(sent: unknown): PushPayload | null {
  const { success, output } = v.safeParse(pushPayload, sent);
  return success ? output : null;
}

const pushedMessage = v.object({
  data: v.object({
    firstName: v.pipe(v.string(), v.nonEmpty()),
    content: v.string(),
    messageType: v.picklist(['text', 'image', 'video', 'voice', 'file', 'notice']),
    sticker: text,
    reactions: validItems(v.string()),
  }),
});

/** The message that the push's token opened, without its envelope. */
export function readPushedMessage(answer: unknown): PushedMessageView | null {
  const { success, output } = v.safeParse(pushedMessage, answer);
  return success ? { ...output.data, reactions: [...output.data.reactions] } : null;
}

const answerable = v.object({ chatId: v.string(), token: v.string() });

/** The conversation that an answer goes to, and the token that sends it. */
export type Answerable = v.InferOutput<typeof answerable>;

const notificationData = v.object({
  link,
  ids: v.fallback(validItems(v.string()), []),
  answer: v.fallback(v.nullable(answerable), null),
});

/** The data of a shown notification: the address it opens, the ids of its messages, and how it is answered. */
export type NotificationData = v.InferOutput<typeof notificationData>;

/** Notifications outlive the build that showed them. */
export function readNotificationData(data: unknown): NotificationData {
  const { success, output } = v.safeParse(notificationData, data);
  return success ? output : { link: '/', ids: [], answer: null };
}

const takeOver = v.object({ duet: v.literal('takeOver') });

/** Whether a page asks this worker to replace the one of the build before. */
export const isTakeOver = (sent: unknown): boolean => v.is(takeOver, sent);
