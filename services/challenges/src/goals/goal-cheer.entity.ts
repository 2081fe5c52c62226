import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Goal } from './goal.entity.js';

/** The partner cheered on this day: at most once, by its key. */
@Entity('goal_cheers')
@Index('goal_cheers_user', ['userId'])
export class GoalCheer {
  @PrimaryColumn('uuid', { name: 'goal_id', primaryKeyConstraintName: 'goal_cheers_pkey' })
  goalId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'goal_cheers_pkey' })
  userId!: string;

  /** The day in the couple's zone, as days since 1970. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'goal_cheers_pkey' })
  day!: number;

  @ManyToOne(() => Goal, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'goal_id', foreignKeyConstraintName: 'goal_cheers_goal_fkey' })
  goal?: Relation<Goal>;
}
