import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

export const CONVERSATION_STATUSES = ['active', 'ended'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/**
 * The one conversation of a couple; its id is the couple's. Whoever changes anything in it holds this row, so the
 * counters order all changes and a membership that was checked under the lock holds until the commit.
 */
@Entity('conversations')
@Check('conversations_status_check', `status IN ('active', 'ended')`)
@Check('conversations_counters_check', 'last_seq >= 0 AND last_rev >= last_seq')
export class Conversation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'conversations_pkey' })
  id!: string;

  @Column('text')
  status!: ConversationStatus;

  /** The couple's version that this status is from. */
  @Column('integer', { name: 'couple_version' })
  coupleVersion!: number;

  /** The seq of the newest message. */
  @Column('integer', { name: 'last_seq', default: 0 })
  lastSeq!: number;

  /** How many messages up to `lastSeq` are by the member with the lower id; all others are by the other one. */
  @Column('integer', { name: 'sent_by_low', default: 0 })
  sentByLow!: number;

  /** The revision of the newest change. */
  @Column('integer', { name: 'last_rev', default: 0 })
  lastRev!: number;

  /** Messages disappear so many seconds after they were sent; null: never. */
  @Column('integer', { name: 'disappear_after', nullable: true })
  disappearAfter!: number | null;

  /** The revision at which that was last changed; 0 before the first time. */
  @Column('integer', { name: 'settings_rev', default: 0 })
  settingsRev!: number;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

/**
 * A person in a conversation, what they wrote and how far they have read. `active` follows the conversation's status.
 * What is `shown` to the partner follows the marker while both show receipts, and stands still while one does not.
 */
@Entity('conversation_members')
@Index('conversation_members_one_active', ['userId'], { unique: true, where: 'active' })
@Index('conversation_members_user', ['userId'])
@Check(
  'conversation_members_markers_check',
  'read_up_to <= delivered_up_to AND shown_up_to <= read_up_to AND shown_delivered_up_to <= delivered_up_to AND shown_up_to <= shown_delivered_up_to',
)
export class ConversationMember {
  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'conversation_members_pkey' })
  conversationId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'conversation_members_pkey' })
  userId!: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'conversation_members_conversation_fkey' })
  conversation?: Relation<Conversation>;

  @ManyToOne(() => Person)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'conversation_members_user_fkey' })
  person?: Relation<Person>;

  @Column('boolean')
  active!: boolean;

  /** How many of their messages are tombstones or notices, which no figure counts: tombstones by a trigger on `messages`. */
  @Column('integer', { name: 'deleted_count', default: 0 })
  deletedCount!: number;

  /** What the person was called when the conversation ended: later names are not for a former partner's export. */
  @Column('text', { name: 'first_name_at_end', nullable: true })
  firstNameAtEnd!: string | null;

  @Column('text', { name: 'username_at_end', nullable: true })
  usernameAtEnd!: string | null;

  /** The seq up to which everything is read. */
  @Column('integer', { name: 'read_up_to', default: 0 })
  readUpTo!: number;

  /** The revision of the marker's last move; 0 before the first. */
  @Column('integer', { name: 'read_rev', default: 0 })
  readRev!: number;

  @Column('timestamptz', { name: 'read_at', default: () => 'now()' })
  readAt!: Date;

  /** The seq up to which everything has reached a device of theirs. */
  @Column('integer', { name: 'delivered_up_to', default: 0 })
  deliveredUpTo!: number;

  @Column('integer', { name: 'shown_up_to', default: 0 })
  shownUpTo!: number;

  @Column('integer', { name: 'shown_delivered_up_to', default: 0 })
  shownDeliveredUpTo!: number;

  @Column('timestamptz', { name: 'shown_at', default: () => 'now()' })
  shownAt!: Date;
}
