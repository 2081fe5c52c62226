import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { ConversationMember } from '../conversations/conversation.entity.js';

/** A text to be sent later. Its row is deleted when it is sent or cancelled. */
@Entity('scheduled_messages')
@Unique('scheduled_messages_client_message_id', ['conversationId', 'userId', 'clientMessageId'])
@Index('scheduled_messages_due', ['dueAt'])
@Check('scheduled_messages_at_check', `at ~ '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$'`)
export class ScheduledMessage {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'scheduled_messages_pkey' })
  id!: string;

  @Column('uuid', { name: 'conversation_id' })
  conversationId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @ManyToOne(() => ConversationMember, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'conversation_id',
      referencedColumnName: 'conversationId',
      foreignKeyConstraintName: 'scheduled_messages_member_fkey',
    },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'scheduled_messages_member_fkey' },
  ])
  member?: Relation<ConversationMember>;

  /** The `clientMessageId` of the future message: sending it twice stores it once. */
  @Column('uuid', { name: 'client_message_id' })
  clientMessageId!: string;

  /** SHA-256 of the first request's body, which distinguishes a repeat from a misused id. */
  @Column('bytea', { name: 'body_hash' })
  bodyHash!: Buffer;

  @Column('text')
  content!: string;

  @Column('uuid', { name: 'reply_to_id', nullable: true })
  replyToId!: string | null;

  /** The sender's local time, to the minute, and its time zone. */
  @Column('text')
  at!: string;

  @Column('text')
  timezone!: string;

  /** The instant of that local time. */
  @Column('timestamptz', { name: 'send_at' })
  sendAt!: Date;

  /** When the next attempt is due: never (`infinity`) while the message is on hold. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  @Column('integer')
  version!: number;

  /** The alias of the session that wrote it last, and when; null for a message of the previous build. */
  @Column('uuid', { nullable: true })
  session!: string | null;

  @Column('timestamptz', { name: 'written_at', nullable: true })
  writtenAt!: Date | null;
}
