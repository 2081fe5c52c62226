import { ATTACHMENT_KINDS, type AttachmentKind } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Conversation } from '../conversations/conversation.entity.js';
import { Message } from './message.entity.js';

/** The file metadata that a message shows; media stores the file. Tombstones have no attachments. */
@Entity('attachments')
@Index('attachments_message', ['messageId', 'position'], { unique: true })
@Index('attachments_search', { synchronize: false })
@Check('attachments_kind_check', `kind IN ('${ATTACHMENT_KINDS.join("', '")}')`)
export class Attachment {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'attachments_pkey' })
  id!: string;

  @Column('uuid', { name: 'message_id' })
  messageId!: string;

  @ManyToOne(() => Message, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'message_id', foreignKeyConstraintName: 'attachments_message_fkey' })
  message?: Relation<Message>;

  @Column('integer')
  position!: number;

  @Column('text')
  kind!: AttachmentKind;

  @Column('text')
  filename!: string;

  @Column('integer')
  size!: number;

  @Column('text', { name: 'mime_type' })
  mimeType!: string;

  @Column('text', { nullable: true })
  thumbnail!: string | null;

  @Column('text', { nullable: true })
  blur!: string | null;

  @Column('integer', { nullable: true })
  width!: number | null;

  @Column('integer', { nullable: true })
  height!: number | null;

  @Column('double precision', { nullable: true })
  duration!: number | null;

  @Column('jsonb', { nullable: true })
  waveform!: number[] | null;

  /** The transcript of a voice note, made by the speaker's device. */
  @Column('text', { nullable: true })
  transcript!: string | null;

  /** The transcript's search words. */
  @Column('tsvector', { name: 'transcript_words', nullable: true, select: false })
  transcriptWords!: string | null;
}

/** A processing result that came before its message, which takes it, or after its deletion. It is deleted after a day. */
@Entity('early_voice_results')
@Index('early_voice_results_created_at', ['createdAt'])
export class EarlyVoiceResult {
  @PrimaryColumn('uuid', { name: 'attachment_id', primaryKeyConstraintName: 'early_voice_results_pkey' })
  attachmentId!: string;

  @Column('uuid', { name: 'conversation_id' })
  conversationId!: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'early_voice_results_conversation_fkey' })
  conversation?: Relation<Conversation>;

  @Column('jsonb')
  result!: object;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
