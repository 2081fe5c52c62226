/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {[owner: string, partner: string, ex: string, other: string, stranger: string, anonymous: string]} Outcomes
 */

/** A socket without a session is closed before it can send an event. */
const REFUSED = 'REFUSED';

/**
 * The expected answers to socket events about the owner's couple: one row per event, with `OK` or a failure code per role.
 * @type {Record<string, {data: (world: World) => unknown, expect: Outcomes}>}
 */
export const SOCKET_EVENTS = {
  join_room: {
    data: ({ chat }) => ({ chatId: chat }),
    expect: ['OK', 'OK', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', REFUSED],
  },
  leave_room: {
    data: ({ chat }) => ({ chatId: chat }),
    expect: ['OK', 'OK', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', REFUSED],
  },
  send_message: { data: () => ({ content: 'Hello' }), expect: ['OK', 'OK', 'NO_PARTNER', 'OK', 'NO_PARTNER', REFUSED] },
  typing: { data: ({ chat }) => ({ chatId: chat, isTyping: true }), expect: ['OK', 'OK', 'OK', 'OK', 'OK', REFUSED] },
  message_read: {
    data: ({ chat }) => ({ chatId: chat }),
    expect: ['OK', 'OK', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', REFUSED],
  },
  message_delivered: {
    data: ({ chat }) => ({ chatId: chat, upTo: 1 }),
    expect: ['OK', 'OK', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'CONVERSATION_NOT_FOUND', REFUSED],
  },
  toggle_reaction: {
    data: ({ message }) => ({ messageId: message.id, emoji: '👍' }),
    expect: ['OK', 'OK', 'NO_PARTNER', 'MESSAGE_NOT_FOUND', 'NO_PARTNER', REFUSED],
  },
  user_status: { data: () => ({ status: 'online' }), expect: ['OK', 'OK', 'OK', 'OK', 'OK', REFUSED] },
};
