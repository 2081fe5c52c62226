import type { PushPayload, PushedMessageView } from '@duet/contracts';
import { plainWords } from '../marks/marks.js';
import { stickerName, t } from '../texts/push.js';

export interface NotificationWords {
  title: string;
  body: string;
}

/** The conditions that decide the text of a notification. */
export interface Circumstances {
  /** The message, if its text may be shown and was loaded. */
  message: PushedMessageView | null;
  /** How many messages the notification stands for. */
  count: number;
  /** Duet is locked on this device: shows no names and no text. */
  isLocked: boolean;
}

const WORDLESS = {
  text: 'push.aMessage',
  image: 'push.aPhoto',
  video: 'push.aVideo',
  voice: 'push.aVoiceNote',
  file: 'push.aFile',
  notice: 'push.aMessage',
} as const satisfies Record<PushedMessageView['messageType'], string>;

function messageText({ content, messageType, sticker }: PushedMessageView): string {
  if (sticker) return stickerName(sticker, content);
  return content === '' ? t(WORDLESS[messageType]) : plainWords(content);
}

function messageWords(from: string | null, { message, count }: Circumstances): NotificationWords {
  if (message)
    return {
      title: count > 1 ? t('push.fromWithCount', { name: message.firstName, count }) : message.firstName,
      body: messageText(message),
    };
  if (from === null) return { title: t('push.duet'), body: t('push.newMessages', { count: Math.max(count, 1) }) };
  return { title: t('push.duet'), body: t('push.sentYou', { name: from, count: Math.max(count, 1) }) };
}

function reactionWords(from: string | null, { message }: Circumstances): NotificationWords {
  if (from === null) return { title: t('push.duet'), body: t('push.newReaction') };
  const emoji = message?.reactions.at(-1);
  if (message && emoji)
    return { title: t('push.reacted', { name: message.firstName, emoji }), body: messageText(message) };
  return { title: t('push.duet'), body: t('push.reactedToYourMessage', { name: from }) };
}

/** The title and body of a notification, as much as the user's settings allow. */
export function notificationWords({ kind, from, text }: PushPayload, circumstances: Circumstances): NotificationWords {
  const known = circumstances.isLocked ? { ...circumstances, message: null } : circumstances;
  const name = circumstances.isLocked ? null : from;
  if (kind === 'message') return messageWords(name, known);
  if (kind === 'reaction') return reactionWords(name, known);
  if (kind === 'test') return { title: t('push.duet'), body: t('push.test') };
  return { title: t('push.duet'), body: (circumstances.isLocked ? null : text) ?? t('push.somethingNew') };
}

/** The highest count shown. */
const MAX_COUNTED = 99;

/** Adds a message to those that a notification stands for; a repeated one counts once. */
export const addMessageId = (ids: readonly string[], messageId: string | null): string[] =>
  messageId === null || ids.includes(messageId) ? [...ids] : [...ids, messageId].slice(-MAX_COUNTED);
