import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Goal } from './goal.entity.js';

/** A step forward or a note of one member. */
@Entity('goal_entries')
@Index('goal_entries_goal', ['goalId', 'id'])
@Index('goal_entries_client_id', ['goalId', 'userId', 'clientId'], { unique: true })
@Index('goal_entries_user', ['userId'])
export class GoalEntry {
  /** Version 7: ids grow with time. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'goal_entries_pkey' })
  id!: string;

  @Column('uuid', { name: 'goal_id' })
  goalId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('integer')
  delta!: number;

  @Column('text', { default: '' })
  note!: string;

  /** The day in the couple's zone, as days since 1970. */
  @Column('integer')
  day!: number;

  @Column('timestamptz')
  at!: Date;

  @ManyToOne(() => Goal, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'goal_id', foreignKeyConstraintName: 'goal_entries_goal_fkey' })
  goal?: Relation<Goal>;
}
