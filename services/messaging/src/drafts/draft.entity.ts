import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ConversationMember } from '../conversations/conversation.entity.js';

/** A person's draft. An emptied draft keeps its row, so that its version continues. */
@Entity('drafts')
export class Draft {
  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'drafts_pkey' })
  conversationId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'drafts_pkey' })
  userId!: string;

  @ManyToOne(() => ConversationMember, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'conversation_id', referencedColumnName: 'conversationId', foreignKeyConstraintName: 'drafts_member_fkey' },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'drafts_member_fkey' },
  ])
  member?: Relation<ConversationMember>;

  @Column('text')
  content!: string;

  /** The quoted message of this conversation; it may have been deleted since. */
  @Column('uuid', { name: 'reply_to_id', nullable: true })
  replyToId!: string | null;

  @Column('integer')
  version!: number;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
