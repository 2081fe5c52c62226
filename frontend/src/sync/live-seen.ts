import { appLock } from '../platform/app-lock/app-lock.js';

/** Time for a new message to be rendered and scrolled to, in milliseconds. */
const RENDER_TIME = 500;

interface MessageListing {
  chatId: string;
  isVisible: (seq: number) => boolean;
}

const pages = new Set<{ chatId: string }>();
const lists = new Set<MessageListing>();

function addTo<T>(to: Set<T>, item: T): () => void {
  to.add(item);
  return () => void to.delete(item);
}

/** The conversation is open on its own page. @returns a function that ends that */
export const conversationHasPage = (chatId: string): (() => void) => addTo(pages, { chatId });

/** A list renders messages of the conversation. @returns a function that ends that */
export const messagesAreListed = (chatId: string, isVisible: MessageListing['isVisible']): (() => void) =>
  addTo(lists, { chatId, isVisible });

/** Where the attentive user sees the conversation: on its page, embedded in another page, or not at all (also while locked). */
export function attentionOn(chatId: string): 'page' | 'embedded' | null {
  const isOfChat = (place: { chatId: string }): boolean => place.chatId === chatId;
  if (appLock.get().isLocked || document.visibilityState !== 'visible' || !document.hasFocus()) return null;
  if ([...pages].some(isOfChat)) return 'page';
  return [...lists].some(isOfChat) ? 'embedded' : null;
}

/** @returns whether a new message is visible once it is rendered */
export async function becomesVisible(chatId: string, seq: number): Promise<boolean> {
  await new Promise((resolve) => void setTimeout(resolve, RENDER_TIME));
  return [...lists].some((list) => list.chatId === chatId && list.isVisible(seq));
}
