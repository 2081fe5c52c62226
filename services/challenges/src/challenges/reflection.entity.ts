import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Challenge } from './challenge.entity.js';

/** A member's words about a completed challenge. */
@Entity('reflections')
@Index('reflections_user', ['userId'])
@Check('reflections_mood_check', 'mood BETWEEN 1 AND 5')
export class Reflection {
  @PrimaryColumn('uuid', { name: 'challenge_id', primaryKeyConstraintName: 'reflections_pkey' })
  challengeId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'reflections_pkey' })
  userId!: string;

  @Column('text')
  text!: string;

  /** Its writer's alone. */
  @Column('integer')
  mood!: number;

  @Column('timestamptz')
  at!: Date;

  @ManyToOne(() => Challenge, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'challenge_id', foreignKeyConstraintName: 'reflections_challenge_fkey' })
  challenge?: Relation<Challenge>;
}
