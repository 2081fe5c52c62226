import type { StepProof, StepReveal, StepType } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Challenge } from './challenge.entity.js';

@Entity('challenge_steps')
@Index('challenge_steps_challenge', ['challengeId', 'position'], { unique: true })
@Check('challenge_steps_reveal_check', "reveal = 'at_once' OR who = 'both'")
export class Step {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'challenge_steps_pkey' })
  id!: string;

  @Column('uuid', { name: 'challenge_id' })
  challengeId!: string;

  @Column('integer')
  position!: number;

  @Column('text')
  title!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text')
  type!: StepType;

  /** `both`, `either`, or a member's id. */
  @Column('text')
  who!: string;

  @Column('text')
  proof!: StepProof;

  @Column('text')
  reveal!: StepReveal;

  /** The day of the challenge on which it opens. */
  @Column('integer', { default: 1 })
  day!: number;

  /** Set when the challenge is accepted; a pause moves it. */
  @Column('timestamptz', { name: 'opens_at', nullable: true })
  opensAt!: Date | null;

  @Column('boolean', { default: false })
  skipped!: boolean;

  @Column('uuid', { name: 'skip_asked_by', nullable: true })
  skipAskedBy!: string | null;

  /** The request to skip lapses 7 days later. */
  @Column('timestamptz', { name: 'skip_asked_at', nullable: true })
  skipAskedAt!: Date | null;

  @ManyToOne(() => Challenge, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'challenge_id', foreignKeyConstraintName: 'challenge_steps_challenge_fkey' })
  challenge?: Relation<Challenge>;
}
