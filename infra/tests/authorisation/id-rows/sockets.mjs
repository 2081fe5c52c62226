import { BOTH } from './calls.mjs';

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const SOCKET_ROWS = {
  'socket join_room chatId': { thing: 'chat', call: (chatId) => ({ chatId }), expect: BOTH },
  'socket leave_room chatId': { thing: 'chat', call: (chatId) => ({ chatId }), expect: BOTH },
  'socket send_message chatId': { thing: 'chat', call: (chatId) => ({ chatId, content: 'Hello' }), expect: BOTH },
  'socket send_message replyTo': { thing: 'message', call: (replyTo) => ({ replyTo, content: 'Re' }), expect: BOTH },
  'socket message_read chatId': { thing: 'chat', call: (chatId) => ({ chatId }), expect: BOTH },
  'socket message_delivered chatId': { thing: 'chat', call: (chatId) => ({ chatId, upTo: 1 }), expect: BOTH },
  'socket toggle_reaction messageId': {
    thing: 'message',
    call: (messageId) => ({ messageId, emoji: '👍' }),
    expect: BOTH,
  },
};
