import type { TogetherPart } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';

/** A couple. Its id is also the id of its conversation. */
@Entity('couples')
@Check('couples_version_check', 'version > 0')
@Check('couples_together_since_check', 'together_since_version >= 0')
@Check('couples_hidden_check', 'hidden_version >= 0')
@Index('couples_remind_at', ['remindAt'], { where: 'remind_at IS NOT NULL' })
@Index('couples_ended_at', ['endedAt'], { where: 'ended_at IS NOT NULL' })
export class Couple {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'couples_pkey' })
  id!: string;

  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;

  /** Null while the couple is active. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /** IANA name; the couple's days begin and end in this zone. */
  @Column('text', { default: 'UTC' })
  timezone!: string;

  /** The day of the last change of `timezone`, `YYYY-MM-DD`. */
  @Column('date', { name: 'running_day', nullable: true })
  runningDay!: string | null;

  /** The end of that day, in the zone before the change. */
  @Column('timestamptz', { name: 'running_until', nullable: true })
  runningUntil!: Date | null;

  /** Grows with every change of `timezone`. */
  @Column('integer', { name: 'timezone_version', default: 1 })
  timezoneVersion!: number;

  /** `YYYY-MM-DD`; null while the couple counts from the link. */
  @Column('date', { name: 'together_since', nullable: true })
  togetherSince!: string | null;

  /** Grows with every change of `togetherSince`. */
  @Column('integer', { name: 'together_since_version', default: 0 })
  togetherSinceVersion!: number;

  /** The parts that a member has switched off, in the order of the contract. */
  @Column('text', { name: 'hidden_parts', array: true, default: '{}' })
  hiddenParts!: TogetherPart[];

  /** Grows with every change of `hiddenParts`. */
  @Column('integer', { name: 'hidden_version', default: 0 })
  hiddenVersion!: number;

  /** When the couple's next date reminder is due; null once the couple has ended. */
  @Column('timestamptz', { name: 'remind_at', nullable: true })
  remindAt!: Date | null;

  /** Grows with every link and unlink. */
  @Column('integer')
  version!: number;

  @OneToMany(() => CoupleMember, (member) => member.couple)
  members?: Relation<CoupleMember>[];
}

/** The unique index that allows one active couple per person. */
export const ONE_PARTNER = 'couple_members_one_active';

/**
 * A member of a couple. There is no foreign key to people: an ended couple outlives a deleted member, because the other
 * member may still export it.
 */
@Entity('couple_members')
@Index(ONE_PARTNER, ['userId'], { unique: true, where: 'active' })
@Index('couple_members_user', ['userId'])
export class CoupleMember {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'couple_members_pkey' })
  coupleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'couple_members_pkey' })
  userId!: string;

  @Column('boolean')
  active!: boolean;

  @ManyToOne(() => Couple, (couple) => couple.members, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'couple_members_couple_fkey' })
  couple!: Relation<Couple>;
}
