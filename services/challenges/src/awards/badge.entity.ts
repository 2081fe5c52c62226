import type { BadgeId } from '@duet/contracts';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A badge that a couple has earned. It stays, whatever happens to what earned it. */
@Entity('badges')
export class Badge {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'badges_pkey' })
  coupleId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'badges_pkey' })
  id!: BadgeId;

  @Column('timestamptz', { name: 'earned_at' })
  earnedAt!: Date;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'badges_couple_fkey' })
  couple?: Relation<Couple>;
}
