import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Goal } from './goal.entity.js';

@Entity('goal_milestones')
@Index('goal_milestones_goal', ['goalId', 'position'], { unique: true })
@Check('goal_milestones_done_check', 'done_by IS NULL OR done_at IS NOT NULL')
export class Milestone {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'goal_milestones_pkey' })
  id!: string;

  @Column('uuid', { name: 'goal_id' })
  goalId!: string;

  @Column('integer')
  position!: number;

  @Column('text')
  title!: string;

  @Column('timestamptz', { name: 'done_at', nullable: true })
  doneAt!: Date | null;

  /** Null also where that account is deleted. */
  @Column('uuid', { name: 'done_by', nullable: true })
  doneBy!: string | null;

  @ManyToOne(() => Goal, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'goal_id', foreignKeyConstraintName: 'goal_milestones_goal_fkey' })
  goal?: Relation<Goal>;
}
