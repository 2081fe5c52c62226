import { type Audience, type Delivery, defineEvent } from '../core/event.js';
import type { MessageView, ReadMarkerView } from './views.js';

/** What every change of a conversation carries: the whole new state, the revision it took and who made it. */
export interface MessageChanged {
  chatId: string;
  rev: number;
  actorId: string;
  message: MessageView;
}

export interface MarkerMoved {
  chatId: string;
  rev: number;
  actorId: string;
  marker: ReadMarkerView;
}

const room = (change: { chatId: string }): Audience => ({ couple: change.chatId });

export const messageSent = defineEvent<MessageChanged>()({
  name: 'message.sent',
  durable: true,
  personal: true,
  deliver: (change): Delivery[] => [{ to: room(change), event: 'new_message', data: change.message }],
});

export const messageReacted = defineEvent<MessageChanged>()({
  name: 'message.reacted',
  durable: true,
  personal: true,
  deliver: ({ message, ...change }): Delivery[] => [
    {
      to: room(change),
      event: 'reaction_updated',
      data: { chatId: change.chatId, rev: change.rev, messageId: message._id, reactions: message.reactions, message },
    },
  ],
});

const statusUpdate =
  (status: 'deleted' | 'edited') =>
  ({ message, ...change }: MessageChanged): Delivery[] => [
    { to: room(change), event: 'message_status_update', data: { chatId: change.chatId, rev: change.rev, messageId: message._id, status, message } },
  ];

export const messageEdited = defineEvent<MessageChanged>()({ name: 'message.edited', durable: true, personal: true, deliver: statusUpdate('edited') });

export const messageDeleted = defineEvent<MessageChanged>()({ name: 'message.deleted', durable: true, personal: true, deliver: statusUpdate('deleted') });

export const messageRead = defineEvent<MarkerMoved>()({
  name: 'message.read',
  durable: true,
  personal: true,
  deliver: ({ marker, ...change }): Delivery[] => [
    { to: room(change), event: 'messages_read', data: { chatId: change.chatId, readBy: marker.userId, rev: change.rev, marker } },
  ],
});

/** The couple's conversation exists from here on: sockets join its room and the clients load it. */
export const conversationOpened = defineEvent<{ chatId: string; members: [string, string]; rev: number }>()({
  name: 'conversation.opened',
  durable: false,
  deliver: ({ chatId, rev }): Delivery[] => [{ to: { couple: chatId }, event: 'sync_hint', data: { chatId, rev } }],
});

/** The couple has ended: sockets leave the room at once. */
export const conversationClosed = defineEvent<{ chatId: string; members: [string, string] }>()({
  name: 'conversation.closed',
  durable: false,
});
