import {
  type CardView,
  MESSAGE_TYPES,
  type MessageType,
  type SystemMessageView,
  type VoiceStatus,
} from '@duet/contracts';
import type { StoredPreview } from './stored-preview.js';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { ConversationMember } from '../conversations/conversation.entity.js';

@Entity('messages')
@Unique('messages_conversation_seq', ['conversationId', 'seq'])
@Unique('messages_conversation_rev', ['conversationId', 'rev'])
@Unique('messages_client_message_id', ['conversationId', 'senderId', 'clientMessageId'])
@Index('messages_reply_to', ['replyToId'], { where: 'reply_to_id IS NOT NULL' })
@Index('messages_gallery', { synchronize: false })
@Index('messages_caption_links', { synchronize: false })
@Index('messages_created_at', ['conversationId', 'createdAt'])
@Index('messages_pinned', ['conversationId', 'pinnedAt'], { where: 'pinned_at IS NOT NULL' })
@Index('messages_expiry', ['expiresAt'], { where: 'expires_at IS NOT NULL AND deleted_at IS NULL' })
@Check('messages_type_check', `type IN ('${MESSAGE_TYPES.join("', '")}')`)
@Check(
  'messages_tombstone_check',
  `deleted_at IS NULL OR (content = '' AND body_hash IS NULL AND reply_to_id IS NULL AND pinned_at IS NULL AND voice_status IS NULL)`,
)
@Index('messages_preview_picture', { synchronize: false })
@Check('messages_preview_check', `preview IS NULL OR (type = 'text' AND deleted_at IS NULL)`)
@Check('messages_sticker_check', `sticker IS NULL OR type = 'text'`)
@Check('messages_card_check', `card IS NULL OR (type = 'text' AND sticker IS NULL)`)
@Check('messages_voice_status_check', `voice_status IN ('processing', 'ready', 'played', 'failed')`)
export class Message {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'messages_pkey' })
  id!: string;

  @Column('uuid', { name: 'conversation_id' })
  conversationId!: string;

  @Column('uuid', { name: 'sender_id' })
  senderId!: string;

  @ManyToOne(() => ConversationMember, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'conversation_id',
      referencedColumnName: 'conversationId',
      foreignKeyConstraintName: 'messages_sender_fkey',
    },
    { name: 'sender_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'messages_sender_fkey' },
  ])
  sender?: Relation<ConversationMember>;

  @Column('uuid', { name: 'client_message_id' })
  clientMessageId!: string;

  /** 1, 2, 3 … in the conversation, without holes: a deleted message keeps its row as a tombstone. */
  @Column('integer')
  seq!: number;

  /** The conversation's revision at this message's last change. */
  @Column('integer')
  rev!: number;

  @Column('text')
  type!: MessageType;

  @Column('text')
  content!: string;

  /** SHA-256 of the first body, which distinguishes a repeat from a misused id; erased with the content. */
  @Column('bytea', { name: 'body_hash', nullable: true })
  bodyHash!: Buffer | null;

  @Column('uuid', { name: 'reply_to_id', nullable: true })
  replyToId!: string | null;

  @ManyToOne(() => Message)
  @JoinColumn({ name: 'reply_to_id', foreignKeyConstraintName: 'messages_reply_to_fkey' })
  replyTo?: Relation<Message> | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'edited_at', nullable: true })
  editedAt!: Date | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  /** Set for voice notes only. */
  @Column('text', { name: 'voice_status', nullable: true })
  voiceStatus!: VoiceStatus | null;

  @Column('timestamptz', { name: 'pinned_at', nullable: true })
  pinnedAt!: Date | null;

  /** When the message expires; the tombstone keeps the value. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  /** Set for system messages only. */
  @Column('jsonb', { nullable: true })
  notice!: SystemMessageView | null;

  /** The id of a sticker; the content is its name. */
  @Column('text', { nullable: true })
  sticker!: string | null;

  /** The thing that it shows; the content is its title. */
  @Column('jsonb', { nullable: true })
  card!: CardView | null;

  /** Set for texts with a link only. */
  @Column('jsonb', { nullable: true })
  preview!: StoredPreview | null;
}
