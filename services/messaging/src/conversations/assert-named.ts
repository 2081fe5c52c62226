import { AppError } from '@duet/service-kit';
import type { ConversationRow } from './conversation.queries.js';

/**
 * Compares the conversation that a call named, if it did, with the caller's current one: words and
 * choices from before an unlink must not reach the next partner.
 * @throws AppError CONVERSATION_NOT_FOUND
 */
export function assertNamed({ id }: Pick<ConversationRow, 'id'>, chatId: string | null | undefined): void {
  // An optional field may be null too.
  if (chatId && chatId.toLowerCase() !== id) throw new AppError('CONVERSATION_NOT_FOUND');
}
