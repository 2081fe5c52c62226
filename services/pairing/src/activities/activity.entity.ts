import type { ActivityKind, EntityType } from '@duet/contracts';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/**
 * An entry of a couple's activity list. It belongs to the couple row, so people who link with another person start with
 * an empty list.
 */
@Entity('activities')
@Index('activities_couple', ['coupleId', 'at', 'id'])
export class Activity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'activities_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('text')
  kind!: ActivityKind;

  /** Null for what has no author. Not a foreign key: the couple may outlive an account. */
  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId!: string | null;

  @Column('text', { name: 'entity_type' })
  entityType!: EntityType;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  /** The profile fields that changed. */
  @Column('text', { array: true, nullable: true })
  changed!: string[] | null;

  /** The event's time, else that of the insert and not of the transaction's begin. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'activities_couple_fkey' })
  couple?: Relation<Couple>;
}
