import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

export const CONVERSATION_STATUSES = ['active', 'ended'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/**
 * The conversation of a couple; its id is the couple's. Every change that both see locks this row, so the counters order
 * these changes, and a membership that was checked under the lock is valid until commit.
 */
@Entity('conversations')
@Check('conversations_status_check', `status IN ('active', 'ended')`)
@Check('conversations_counters_check', 'last_seq >= 0 AND last_rev >= last_seq')
export class Conversation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'conversations_pkey' })
  id!: string;

  @Column('text')
  status!: ConversationStatus;

  /** The couple's version that set this status. */
  @Column('integer', { name: 'couple_version' })
  coupleVersion!: number;

  /** The seq of the newest message. */
  @Column('integer', { name: 'last_seq', default: 0 })
  lastSeq!: number;

  /** How many messages up to `lastSeq` the member with the lower id has sent; the other member sent the rest. */
  @Column('integer', { name: 'sent_by_low', default: 0 })
  sentByLow!: number;

  /** The revision of the newest change. */
  @Column('integer', { name: 'last_rev', default: 0 })
  lastRev!: number;

  /** Seconds after which new messages expire; null: never. */
  @Column('integer', { name: 'disappear_after', nullable: true })
  disappearAfter!: number | null;

  /** The revision of that setting's last change; 0 before the first. */
  @Column('integer', { name: 'settings_rev', default: 0 })
  settingsRev!: number;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

/**
 * A person in a conversation with read marker and counters. `active` follows the conversation's status. The `shown` columns
 * are what the partner sees: they follow the marker while both members show receipts.
 */
@Entity('conversation_members')
@Index('conversation_members_one_active', ['userId'], { unique: true, where: 'active' })
@Index('conversation_members_user', ['userId'])
@Check('conversation_members_own_rev_check', 'read_own_rev >= 0 AND read_own_rev <= own_rev')
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

  /** How many of the member's messages statistics leave out: system messages, and tombstones, which a trigger on `messages` counts. */
  @Column('integer', { name: 'deleted_count', default: 0 })
  deletedCount!: number;

  /** The names at the conversation's end: a former partner's export must not show later ones. */
  @Column('text', { name: 'first_name_at_end', nullable: true })
  firstNameAtEnd!: string | null;

  @Column('text', { name: 'username_at_end', nullable: true })
  usernameAtEnd!: string | null;

  /** The seq of the last read message. */
  @Column('integer', { name: 'read_up_to', default: 0 })
  readUpTo!: number;

  /** The revision of the marker's last visible move; 0 before the first. */
  @Column('integer', { name: 'read_rev', default: 0 })
  readRev!: number;

  /** Numbers the changes that only this person sees, under this row's lock. */
  @Column('integer', { name: 'own_rev', default: 0 })
  ownRev!: number;

  /** The own revision of the marker's last move. */
  @Column('integer', { name: 'read_own_rev', default: 0 })
  readOwnRev!: number;

  /** The seq from which the member marked the conversation as unread, while the marker stands at `unreadReadUpTo`. */
  @Column('integer', { name: 'unread_from', nullable: true })
  unreadFrom!: number | null;

  @Column('integer', { name: 'unread_read_up_to', default: 0 })
  unreadReadUpTo!: number;

  /** The own revision of that mark's last change; 0 before the first. */
  @Column('integer', { name: 'unread_own_rev', default: 0 })
  unreadOwnRev!: number;

  @Column('timestamptz', { name: 'read_at', default: () => 'now()' })
  readAt!: Date;

  /** When the member was last online, to the minute. Null in ended conversations and while either member hides it. */
  @Column('timestamptz', { name: 'last_seen_at', nullable: true })
  lastSeenAt!: Date | null;

  /** The seq of the last message that reached one of the member's devices. */
  @Column('integer', { name: 'delivered_up_to', default: 0 })
  deliveredUpTo!: number;

  @Column('integer', { name: 'shown_up_to', default: 0 })
  shownUpTo!: number;

  @Column('integer', { name: 'shown_delivered_up_to', default: 0 })
  shownDeliveredUpTo!: number;

  @Column('timestamptz', { name: 'shown_at', default: () => 'now()' })
  shownAt!: Date;
}
