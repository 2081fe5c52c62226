import type { PushPayload, PushedMessageView } from '@duet/contracts';

const KINDS: readonly PushPayload['kind'][] = ['message', 'reaction', 'notice', 'test'];

const textOf = (held: object, name: string): string | null => {
  const value: unknown = Reflect.get(held, name);
  return typeof value === 'string' ? value : null;
};

/** What was sent, or null for what this build does not understand. A link leads to a page of ours or to the start. */
export function payloadOf(sent: unknown): PushPayload | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const kind = KINDS.find((known) => known === Reflect.get(sent, 'kind'));
  const tag = textOf(sent, 'tag');
  const link = textOf(sent, 'link') ?? '/';
  if (!kind || tag === null) return null;
  const [from, text, messageId, token] = ['from', 'text', 'messageId', 'token'].map((name) => textOf(sent, name));
  return { kind, tag, link: /^\/(?![/\\])/.test(link) ? link : '/', from: from ?? null, text: text ?? null, messageId: messageId ?? null, token: token ?? null };
}

/** The message that the token opened, out of its envelope. */
export function messageOf(answer: unknown): PushedMessageView | null {
  const data: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'data') : null;
  if (typeof data !== 'object' || data === null) return null;
  const [firstName, content, messageType] = ['firstName', 'content', 'messageType'].map((name) => textOf(data, name));
  const type = TYPES.find((known) => known === messageType);
  const reactions: unknown = Reflect.get(data, 'reactions');
  if (!firstName || content === null || content === undefined || !type || !Array.isArray(reactions)) return null;
  return { firstName, content, messageType: type, reactions: reactions.filter((one) => typeof one === 'string') };
}

const TYPES: readonly PushedMessageView['messageType'][] = ['text', 'image', 'video', 'voice', 'file', 'notice'];
