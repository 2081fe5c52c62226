import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { ConversationMember } from '../conversations/conversation.entity.js';

/** A message, or a period of days in the couple's time zone, that a person has hidden. */
@Entity('on_this_day_exclusions')
@Unique('on_this_day_exclusions_message', ['conversationId', 'userId', 'messageId'])
@Unique('on_this_day_exclusions_period', ['conversationId', 'userId', 'firstDay', 'lastDay'])
@Check(
  'on_this_day_exclusions_kind_check',
  '(message_id IS NULL) = (first_day IS NOT NULL) AND (first_day IS NULL) = (last_day IS NULL) AND first_day <= last_day',
)
export class OnThisDayExclusion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'on_this_day_exclusions_pkey' })
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
      foreignKeyConstraintName: 'on_this_day_exclusions_member_fkey',
    },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'on_this_day_exclusions_member_fkey' },
  ])
  member?: Relation<ConversationMember>;

  /** A message of this conversation. No foreign key: it would slow down purges, and these rows cascade with the conversation. */
  @Column('uuid', { name: 'message_id', nullable: true })
  messageId!: string | null;

  @Column('date', { name: 'first_day', nullable: true })
  firstDay!: string | null;

  @Column('date', { name: 'last_day', nullable: true })
  lastDay!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** People who switched _on this day_ off; without a row it is on. */
@Entity('on_this_day_off')
export class OnThisDayOff {
  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'on_this_day_off_pkey' })
  conversationId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'on_this_day_off_pkey' })
  userId!: string;

  @ManyToOne(() => ConversationMember, { onDelete: 'CASCADE' })
  @JoinColumn([
    {
      name: 'conversation_id',
      referencedColumnName: 'conversationId',
      foreignKeyConstraintName: 'on_this_day_off_member_fkey',
    },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'on_this_day_off_member_fkey' },
  ])
  member?: Relation<ConversationMember>;
}
