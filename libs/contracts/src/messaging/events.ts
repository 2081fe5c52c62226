import { type Audience, type Delivery, defineEvent } from '../core/event.js';
import { firstLink } from './links.js';
import type { ConversationSettingsView, DraftView, MessageView, ReadMarkerView } from './views.js';

/** What every change of a conversation carries: the whole new state, the revision it took and who made it. */
export interface MessageChanged {
  chatId: string;
  rev: number;
  actorId: string;
  message: MessageView;
  /** Of a tombstone: the files that went with what it was, its preview's picture included. */
  attachmentIds?: string[];
  /** Of a new one: whom it is for. */
  receiverId?: string;
}

/** What other services learn of a message: which it is, and which files it came or went with. No words. */
export interface MessageFact {
  chatId: string;
  rev: number;
  actorId: string;
  messageId: string;
  attachmentIds: string[];
  /** It has a link, of which a preview may be wanted; which one is asked when it is looked at. */
  linked?: true;
  /** Whom a new message is for, where somebody is to be told of it. */
  receiverId?: string;
}

/** What a message's fact says of its text. */
export const linkedFact = (content: string): Pick<MessageFact, 'linked'> => (firstLink(content) === null ? {} : { linked: true });

const factOf = ({ chatId, rev, actorId, message, attachmentIds, receiverId }: MessageChanged): MessageFact => ({
  chatId,
  rev,
  actorId,
  messageId: message._id,
  attachmentIds: attachmentIds ?? message.attachments.map(({ id }) => id),
  ...linkedFact(message.content),
  ...(receiverId && { receiverId }),
});

/** Each side's view of the marker: its owner sees all of it, the partner as far as both show receipts. */
export interface MarkerMoved {
  chatId: string;
  rev: number;
  actorId: string;
  partnerId: string;
  marker: ReadMarkerView;
  shown: ReadMarkerView;
}

const room = (change: { chatId: string }): Audience => ({ couple: change.chatId });

export const messageSent = defineEvent<MessageChanged, MessageFact>()({
  name: 'message.sent',
  durable: true,
  fact: factOf,
  deliver: (change): Delivery[] => [{ to: room(change), event: 'new_message', data: change.message }],
});

export const messageReacted = defineEvent<MessageChanged>()({
  name: 'message.reacted',
  durable: false,
  deliver: ({ message, ...change }): Delivery[] => [
    {
      to: room(change),
      event: 'reaction_updated',
      data: { chatId: change.chatId, rev: change.rev, messageId: message._id, reactions: message.reactions, message },
    },
  ],
});

/** Somebody has reacted to a message of the partner's, who may want to be told. Taking a reaction back tells nobody. */
export interface ReactionAdded {
  chatId: string;
  messageId: string;
  actorId: string;
  receiverId: string;
}

export const reactionAdded = defineEvent<ReactionAdded>()({ name: 'reaction.added', durable: true });

const statusUpdate =
  (status: 'deleted' | 'edited' | 'pinned' | 'unpinned' | 'previewed') =>
  ({ message, ...change }: MessageChanged): Delivery[] => [
    { to: room(change), event: 'message_status_update', data: { chatId: change.chatId, rev: change.rev, messageId: message._id, status, message } },
  ];

export const messageEdited = defineEvent<MessageChanged>()({ name: 'message.edited', durable: false, deliver: statusUpdate('edited') });

export const messageDeleted = defineEvent<MessageChanged, MessageFact>()({
  name: 'message.deleted',
  durable: true,
  fact: factOf,
  deliver: statusUpdate('deleted'),
});

export const messagePinned = defineEvent<MessageChanged>()({ name: 'message.pinned', durable: false, deliver: statusUpdate('pinned') });

export const messageUnpinned = defineEvent<MessageChanged>()({ name: 'message.unpinned', durable: false, deliver: statusUpdate('unpinned') });

/** A message's preview came, or was taken away. */
export const messagePreviewed = defineEvent<MessageChanged>()({ name: 'message.previewed', durable: false, deliver: statusUpdate('previewed') });

/** An edit brought another link. */
export const previewWanted = defineEvent<Pick<MessageFact, 'chatId' | 'actorId' | 'messageId'>>()({ name: 'preview.wanted', durable: true });

/** These pictures are in no preview any more, or came too late to be in one. */
export const previewDropped = defineEvent<Pick<MessageFact, 'chatId' | 'messageId' | 'attachmentIds'>>()({ name: 'preview.dropped', durable: true });

/** A voice note was made ready, could not be, or was played for the first time by the one who received it. */
export const voiceUpdated = defineEvent<MessageChanged>()({
  name: 'message.voice-updated',
  durable: false,
  deliver: ({ message, ...change }): Delivery[] => [
    {
      to: room(change),
      event: 'voice_status_update',
      data: { chatId: change.chatId, rev: change.rev, messageId: message._id, status: message.voiceStatus ?? 'failed', userId: change.actorId, message },
    },
  ],
});

const markerMoved = (userId: string, change: MarkerMoved, marker: ReadMarkerView): Delivery => ({
  to: { user: userId },
  event: 'messages_read',
  data: { chatId: change.chatId, readBy: change.actorId, rev: change.rev, marker },
});

export const messageRead = defineEvent<MarkerMoved>()({
  name: 'message.read',
  durable: false,
  deliver: (change): Delivery[] => [markerMoved(change.actorId, change, change.marker), markerMoved(change.partnerId, change, change.shown)],
});

/** The settings of the conversation; the notice that tells of them is a message of its own. */
export const conversationSettingsChanged = defineEvent<{ chatId: string; rev: number; actorId: string; settings: ConversationSettingsView }>()({
  name: 'conversation.settings-changed',
  durable: false,
  deliver: ({ chatId, rev, settings }): Delivery[] => [{ to: { couple: chatId }, event: 'conversation_settings_updated', data: { chatId, rev, settings } }],
});

/** What a person has begun to write, for their other devices. */
export const draftChanged = defineEvent<{ userId: string; draft: DraftView }>()({
  name: 'draft.changed',
  durable: false,
  deliver: ({ userId, draft }): Delivery[] => [{ to: { user: userId }, event: 'draft_updated', data: draft }],
});

/** A person's list of scheduled messages is another one: their devices read it again. */
export const scheduledChanged = defineEvent<{ userId: string; chatId: string }>()({
  name: 'scheduled-message.changed',
  durable: false,
  deliver: ({ userId, chatId }): Delivery[] => [{ to: { user: userId }, event: 'scheduled_updated', data: { chatId } }],
});

/** What a person wants to be shown of earlier years is another: their devices read it again. */
export const onThisDayChanged = defineEvent<{ userId: string; chatId: string }>()({
  name: 'on-this-day.changed',
  durable: false,
  deliver: ({ userId, chatId }): Delivery[] => [{ to: { user: userId }, event: 'on_this_day_updated', data: { chatId } }],
});

/** What may pass between the two has changed: the socket edge asks again at once. */
export const conversationPrivacyChanged = defineEvent<{ chatId: string; members: [string, string] }>()({
  name: 'conversation.privacy-changed',
  durable: false,
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
