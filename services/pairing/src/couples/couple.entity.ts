import { Check, Column, Entity, Index, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';

/** Two people and their time together. The id is also their conversation's. */
@Entity('couples')
@Check('couples_version_check', 'version > 0')
@Check('couples_together_since_check', 'together_since_version >= 0')
@Index('couples_remind_at', ['remindAt'], { where: 'remind_at IS NOT NULL' })
@Index('couples_ended_at', ['endedAt'], { where: 'ended_at IS NOT NULL' })
export class Couple {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'couples_pkey' })
  id!: string;

  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;

  /** Null while the two are linked. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /** IANA name; the couple's days begin and end there. */
  @Column('text', { default: 'UTC' })
  timezone!: string;

  /** `YYYY-MM-DD`; null while they count from the link. */
  @Column('date', { name: 'together_since', nullable: true })
  togetherSince!: string | null;

  /** Grows with every change of that day. */
  @Column('integer', { name: 'together_since_version', default: 0 })
  togetherSinceVersion!: number;

  /** When the two have to be reminded of something next; null once they are no couple any more. */
  @Column('timestamptz', { name: 'remind_at', nullable: true })
  remindAt!: Date | null;

  /** Grows with every link and unlink. */
  @Column('integer')
  version!: number;

  @OneToMany(() => CoupleMember, (member) => member.couple)
  members!: Relation<CoupleMember>[];
}

/** The constraint that says 'at most one partner'. */
export const ONE_PARTNER = 'couple_members_one_active';

/**
 * A person's place in a couple. No foreign key to people: an ended couple outlives a member who deleted the account,
 * because the other may still export what they had.
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
