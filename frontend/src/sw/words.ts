import type { PushPayload, PushedMessageView } from '@duet/contracts';

export interface Words {
  title: string;
  body: string;
}

/** What is known when a notification is about to be shown. */
export interface Circumstances {
  /** The message itself, where its words may be shown and could be read. */
  message: PushedMessageView | null;
  /** How many messages of this conversation the notification stands for. */
  count: number;
  /** Duet is locked on this device: nothing but that there is something. */
  isLocked: boolean;
}

const WORDLESS: Record<PushedMessageView['messageType'], string> = {
  text: 'A message', image: 'A photo', video: 'A video', voice: 'A voice note', file: 'A file', notice: 'A message',
};

const DUET = 'Duet';

const said = ({ content, messageType }: PushedMessageView): string => (content === '' ? WORDLESS[messageType] : content);

function messageWords(from: string | null, { message, count }: Circumstances): Words {
  if (message) return { title: count > 1 ? `${message.firstName} · ${count} new messages` : message.firstName, body: said(message) };
  if (from === null) return { title: DUET, body: count > 1 ? `${count} new messages` : 'New message' };
  return { title: DUET, body: count > 1 ? `${from} sent you ${count} messages` : `${from} sent you a message` };
}

function reactionWords(from: string | null, { message }: Circumstances): Words {
  if (from === null) return { title: DUET, body: 'New reaction' };
  const emoji = message?.reactions.at(-1);
  if (message && emoji) return { title: `${message.firstName} reacted ${emoji}`, body: said(message) };
  return { title: DUET, body: `${from} reacted to your message` };
}

/** What a notification says: as much as the person wants to have on a screen that others see. */
export function wordsOf({ kind, from, text }: PushPayload, circumstances: Circumstances): Words {
  const known = circumstances.isLocked ? { ...circumstances, message: null } : circumstances;
  const name = circumstances.isLocked ? null : from;
  if (kind === 'message') return messageWords(name, known);
  if (kind === 'reaction') return reactionWords(name, known);
  if (kind === 'test') return { title: DUET, body: 'This is what a notification looks like' };
  return { title: DUET, body: (circumstances.isLocked ? null : text) ?? 'There is something new for you' };
}

/** As many as are counted; more than that says nothing more. */
const COUNTED = 99;

/** Which messages a notification stands for once this one has come: one that comes again is not counted again. */
export const gathered = (held: readonly string[], messageId: string | null): string[] =>
  messageId === null || held.includes(messageId) ? [...held] : [...held, messageId].slice(-COUNTED);
