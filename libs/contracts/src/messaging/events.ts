import { type Delivery, defineEvent } from '../bus/event.js';
import { firstLink } from './links.js';
import type {
  ConversationSettingsView,
  DraftView,
  MessageView,
  OwnChange,
  OwnMarkChange,
  ReadMarkerView,
} from '../conversation/views.js';

/** A change of a message: its whole new state, its revision and its author. */
export interface MessageChanged {
  chatId: string;
  rev: number;
  actorId: string;
  message: MessageView;
  /** For a tombstone: the files of the deleted message, with its preview's picture. */
  attachmentIds?: string[];
  /** For a new message: its receiver. */
  receiverId?: string;
}

/** The part of a message's change that other services receive: ids of the message and its files, no text. */
export interface PublishedMessage {
  chatId: string;
  rev: number;
  actorId: string;
  messageId: string;
  attachmentIds: string[];
  /** The text has a link. media asks for it when it makes the preview. */
  linked?: true;
  /** The receiver of a new message, if they should be notified. */
  receiverId?: string;
  /** Its place in the conversation, with `receiverId`. Events of an earlier build have none. */
  seq?: number;
}

/** Returns the part of `PublishedMessage` that says whether a text has a link. */
export const linkedPart = (content: string): Pick<PublishedMessage, 'linked'> =>
  firstLink(content) === null ? {} : { linked: true };

const publishedMessage = ({
  chatId,
  rev,
  actorId,
  message,
  attachmentIds,
  receiverId,
}: MessageChanged): PublishedMessage => ({
  chatId,
  rev,
  actorId,
  messageId: message._id,
  attachmentIds: attachmentIds ?? message.attachments.map(({ id }) => id),
  ...linkedPart(message.content),
  ...(receiverId && { receiverId, seq: message.seq }),
});

/** A read marker moved for both: `marker` as its owner sees it, with its `ownRev`, `shown` as the partner sees it. */
export interface MarkerMoved {
  chatId: string;
  rev: number;
  actorId: string;
  partnerId: string;
  marker: ReadMarkerView;
  shown: ReadMarkerView;
}

const room = (change: { chatId: string }): { couple: string } => ({ couple: change.chatId });

/** A message was stored. */
export const messageSent = defineEvent<MessageChanged, PublishedMessage>()({
  name: 'message.sent',
  durable: true,
  published: publishedMessage,
  deliver: (change): Delivery[] => [{ to: room(change), event: 'new_message', data: change.message }],
});

/** A reaction was added or removed. */
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

/** A person reacted to the partner's message; the partner may be notified. Removing a reaction publishes no such event. */
export interface ReactionAdded {
  chatId: string;
  messageId: string;
  /** The message's place in the conversation. Events of an earlier build have none. */
  seq?: number;
  actorId: string;
  receiverId: string;
}

export const reactionAdded = defineEvent<ReactionAdded>()({ name: 'reaction.added', durable: true });

const statusUpdate =
  (status: 'deleted' | 'edited' | 'pinned' | 'unpinned' | 'previewed') =>
  ({ message, ...change }: MessageChanged): Delivery[] => [
    {
      to: room(change),
      event: 'message_status_update',
      data: { chatId: change.chatId, rev: change.rev, messageId: message._id, status, message },
    },
  ];

/** A text was edited. */
export const messageEdited = defineEvent<MessageChanged>()({
  name: 'message.edited',
  durable: false,
  deliver: statusUpdate('edited'),
});

/** A message was deleted for both. */
export const messageDeleted = defineEvent<MessageChanged, PublishedMessage>()({
  name: 'message.deleted',
  durable: true,
  published: publishedMessage,
  deliver: statusUpdate('deleted'),
});

/** A message was pinned. */
export const messagePinned = defineEvent<MessageChanged>()({
  name: 'message.pinned',
  durable: false,
  deliver: statusUpdate('pinned'),
});

/** A message was unpinned. */
export const messageUnpinned = defineEvent<MessageChanged>()({
  name: 'message.unpinned',
  durable: false,
  deliver: statusUpdate('unpinned'),
});

/** A message got a preview, or lost it. */
export const messagePreviewed = defineEvent<MessageChanged>()({
  name: 'message.previewed',
  durable: false,
  deliver: statusUpdate('previewed'),
});

/** An edited text has another link, which needs a preview. */
export const previewWanted = defineEvent<Pick<PublishedMessage, 'chatId' | 'actorId' | 'messageId'>>()({
  name: 'preview.wanted',
  durable: true,
});

/** Preview pictures are no longer referenced, or came too late. */
export const previewDropped = defineEvent<Pick<PublishedMessage, 'chatId' | 'messageId' | 'attachmentIds'>>()({
  name: 'preview.dropped',
  durable: true,
});

/** A voice note became ready or failed, or its receiver played it for the first time. */
export const voiceUpdated = defineEvent<MessageChanged>()({
  name: 'message.voice-updated',
  durable: false,
  deliver: ({ message, ...change }): Delivery[] => [
    {
      to: room(change),
      event: 'voice_status_update',
      data: {
        chatId: change.chatId,
        rev: change.rev,
        messageId: message._id,
        status: message.voiceStatus ?? 'failed',
        userId: change.actorId,
        message,
      },
    },
  ],
});

const markerMoved = (userId: string, change: MarkerMoved, marker: ReadMarkerView): Delivery => ({
  to: { user: userId },
  event: 'messages_read',
  data: { chatId: change.chatId, readBy: change.actorId, rev: change.rev, marker },
});

const ownUpdated = (userId: string, chatId: string, change: OwnChange): Delivery => ({
  to: { user: userId },
  event: 'own_updated',
  data: { chatId, ownRev: change.ownRev, change },
});

/** A read marker moved for both. A move that only its owner sees is `ownChanged`. */
export const messageRead = defineEvent<MarkerMoved>()({
  name: 'message.read',
  durable: false,
  deliver: (change): Delivery[] => [
    markerMoved(change.actorId, change, change.marker),
    markerMoved(change.partnerId, change, change.shown),
    ...(change.marker.ownRev === undefined
      ? []
      : [
          ownUpdated(change.actorId, change.chatId, {
            kind: 'marker',
            ownRev: change.marker.ownRev,
            marker: change.marker,
          }),
        ]),
  ],
});

/** A change that only one person sees, delivered to their sockets only. */
export interface OwnChanged {
  chatId: string;
  userId: string;
  change: OwnChange;
}

/**
 * For pages of the previous build, which know only `messages_read`. It repeats the revision of the marker's last shown move,
 * so that those pages apply the marker without skipping a change that they missed.
 */
const forPagesBefore = ({ chatId, userId, change: { marker } }: OwnChanged): Delivery => ({
  to: { user: userId },
  event: 'messages_read',
  data: { chatId, readBy: userId, rev: marker.rev, marker },
});

export const ownChanged = defineEvent<OwnChanged>()({
  name: 'conversation.own-changed',
  durable: false,
  deliver: (event): Delivery[] => [ownUpdated(event.userId, event.chatId, event.change), forPagesBefore(event)],
});

/** A person marked a message or the conversation for themselves. Only their sockets receive it. */
export const ownMarked = defineEvent<{ chatId: string; userId: string; change: OwnMarkChange }>()({
  name: 'conversation.own-marked',
  durable: false,
  deliver: ({ chatId, userId, change }): Delivery[] => [
    { to: { user: userId }, event: 'own_marked', data: { chatId, ownRev: change.ownRev, change } },
  ],
});

/** The settings of a conversation changed. The system message about it is an event of its own. */
export const conversationSettingsChanged = defineEvent<{
  chatId: string;
  rev: number;
  actorId: string;
  settings: ConversationSettingsView;
}>()({
  name: 'conversation.settings-changed',
  durable: false,
  deliver: ({ chatId, rev, settings }): Delivery[] => [
    { to: { couple: chatId }, event: 'conversation_settings_updated', data: { chatId, rev, settings } },
  ],
});

/** A draft changed. The person's other devices receive it. */
export const draftChanged = defineEvent<{ userId: string; draft: DraftView }>()({
  name: 'draft.changed',
  durable: false,
  deliver: ({ userId, draft }): Delivery[] => [{ to: { user: userId }, event: 'draft_updated', data: draft }],
});

/** A person's scheduled messages changed. Their devices read the list again. */
export const scheduledChanged = defineEvent<{ userId: string; chatId: string }>()({
  name: 'scheduled-message.changed',
  durable: false,
  deliver: ({ userId, chatId }): Delivery[] => [{ to: { user: userId }, event: 'scheduled_updated', data: { chatId } }],
});

/** A person's choices about earlier years changed. Their devices read them again. */
export const onThisDayChanged = defineEvent<{ userId: string; chatId: string }>()({
  name: 'on-this-day.changed',
  durable: false,
  deliver: ({ userId, chatId }): Delivery[] => [
    { to: { user: userId }, event: 'on_this_day_updated', data: { chatId } },
  ],
});

/** The members' privacy settings changed. realtime reads the conversation's cursors again. */
export const conversationPrivacyChanged = defineEvent<{ chatId: string; members: [string, string] }>()({
  name: 'conversation.privacy-changed',
  durable: false,
});

/** This person's partner went offline at a time that both share. realtime reads the conversation's cursors again. */
export const conversationLastSeenChanged = defineEvent<{ viewerId: string }>()({
  name: 'conversation.last-seen-changed',
  durable: false,
});

/** A conversation was opened. Sockets join its room, and clients load it. `ownRevs` are by member. */
export const conversationOpened = defineEvent<{
  chatId: string;
  members: [string, string];
  rev: number;
  ownRevs?: Record<string, number>;
}>()({
  name: 'conversation.opened',
  durable: false,
  deliver: ({ chatId, members, rev, ownRevs }): Delivery[] =>
    members.map((user): Delivery => ({
      to: { user },
      event: 'sync_hint',
      data: { chatId, rev, ownRev: ownRevs?.[user] },
    })),
});

/** A conversation was closed. Sockets leave its room. */
export const conversationClosed = defineEvent<{ chatId: string; members: [string, string] }>()({
  name: 'conversation.closed',
  durable: false,
});
