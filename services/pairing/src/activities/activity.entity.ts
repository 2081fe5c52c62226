import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/**
 * `linked`, `unlinked`: of the two. `avatar_changed`, `profile_updated`: of one of them. `timezone_changed`,
 * `together_since_changed`: of the two, by one of them. `date_added`: one wrote down a day for both.
 */
export type ActivityKind = 'linked' | 'unlinked' | 'avatar_changed' | 'profile_updated' | 'timezone_changed' | 'together_since_changed' | 'date_added' | 'daily_answered' | 'daily_revealed';

/** Something that happened in a couple. It hangs on the couple, so whoever is linked anew starts with an empty list. */
@Entity('activities')
@Index('activities_couple', ['coupleId', 'at', 'id'])
export class Activity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'activities_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('text')
  kind!: ActivityKind;

  /** Who did it; null for what has no author. Not a foreign key: the couple may outlive an account. */
  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId!: string | null;

  @Column('text', { name: 'entity_type' })
  entityType!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  /** What of a profile is new. */
  @Column('text', { array: true, nullable: true })
  changed!: string[] | null;

  /** When it was written, not when its transaction began. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'activities_couple_fkey' })
  couple?: Relation<Couple>;
}
