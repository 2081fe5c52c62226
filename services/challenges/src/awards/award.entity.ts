import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** Points that a couple got once: the key names what for. */
@Entity('awards')
@Check('awards_points_check', 'points > 0')
@Check('awards_kind_check', "kind IN ('step', 'challenge', 'daily')")
export class Award {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'awards_pkey' })
  coupleId!: string;

  /** For example `challenge:{id}:step:{id}` or `daily:{day}`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'awards_pkey' })
  key!: string;

  @Column('text')
  kind!: 'step' | 'challenge' | 'daily';

  @Column('integer')
  points!: number;

  @Column('timestamptz')
  at!: Date;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'awards_couple_fkey' })
  couple?: Relation<Couple>;
}
