import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { ConversationMember } from '../conversations/conversation.entity.js';

/** A text that waits for its minute. Once it is sent, or never will be, the row is gone. */
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
    { name: 'conversation_id', referencedColumnName: 'conversationId', foreignKeyConstraintName: 'scheduled_messages_member_fkey' },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'scheduled_messages_member_fkey' },
  ])
  member?: Relation<ConversationMember>;

  /** The id that the message will have for its client: sending it twice stores it once. */
  @Column('uuid', { name: 'client_message_id' })
  clientMessageId!: string;

  /** SHA-256 of what was first asked for, which tells a repeat from a misused id. */
  @Column('bytea', { name: 'body_hash' })
  bodyHash!: Buffer;

  @Column('text')
  content!: string;

  @Column('uuid', { name: 'reply_to_id', nullable: true })
  replyToId!: string | null;

  /** The minute on the sender's clock, and where that clock hangs. */
  @Column('text')
  at!: string;

  @Column('text')
  timezone!: string;

  /** The instant that this means. */
  @Column('timestamptz', { name: 'send_at' })
  sendAt!: Date;

  /** When it is tried (again). */
  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  @Column('integer')
  version!: number;
}
