import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ConversationMember } from '../conversations/conversation.entity.js';

/**
 * The marks of one member on a message, which the other never sees. A mark that was taken back keeps its row, so that the
 * member's devices learn of it. It goes with its membership: messages of a conversation are never deleted alone.
 */
@Entity('message_marks')
@Index('message_marks_own_rev', ['conversationId', 'userId', 'ownRev'], { unique: true })
@Index('message_marks_starred', ['conversationId', 'userId', 'starRev'], { where: 'starred_at IS NOT NULL' })
@Index('message_marks_hidden', ['conversationId', 'userId', 'seq'], { where: 'hidden' })
export class MessageMark {
  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'message_marks_pkey' })
  conversationId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'message_marks_pkey' })
  userId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'message_marks_pkey' })
  seq!: number;

  @ManyToOne(() => ConversationMember, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'conversation_id',
      referencedColumnName: 'conversationId',
      foreignKeyConstraintName: 'message_marks_member_fkey',
    },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'message_marks_member_fkey' },
  ])
  member?: Relation<ConversationMember>;

  @Column('uuid', { name: 'message_id' })
  messageId!: string;

  @Column('timestamptz', { name: 'starred_at', nullable: true })
  starredAt!: Date | null;

  /** The own revision of the last star; orders the starred messages. */
  @Column('integer', { name: 'star_rev', nullable: true })
  starRev!: number | null;

  /** Deleted for this member alone. */
  @Column('boolean', { default: false })
  hidden!: boolean;

  /** The member's own revision of the last change. */
  @Column('integer', { name: 'own_rev' })
  ownRev!: number;
}
