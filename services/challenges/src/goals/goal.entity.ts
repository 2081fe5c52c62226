import type { GoalCategory, GoalOwnership, GoalStatus, GoalType } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A goal of the two, or of one with the other's support. */
@Entity('goals')
@Index('goals_couple', ['coupleId', 'id'])
@Index('goals_client_id', ['coupleId', 'createdBy', 'clientId'], { unique: true })
@Check('goals_status_check', "status IN ('proposed', 'active', 'paused', 'achieved', 'let_go')")
@Check('goals_achieved_check', "(status = 'achieved') = (achieved_at IS NOT NULL)")
@Check('goals_proposed_check', "status <> 'proposed' OR ownership = 'ours'")
@Check('goals_target_check', "(type IN ('counter', 'habit')) = (target IS NOT NULL)")
@Check('goals_per_week_check', "(type = 'habit') = (per_week IS NOT NULL)")
@Check('goals_version_check', 'version > 0')
export class Goal {
  /** Version 7: ids grow with time, so a list by id is a list by age. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'goals_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  title!: string;

  @Column('text', { default: '' })
  why!: string;

  @Column('text')
  category!: GoalCategory;

  @Column('text')
  type!: GoalType;

  /** Units of a counter, weeks of a habit. */
  @Column('integer', { nullable: true })
  target!: number | null;

  @Column('text', { nullable: true })
  unit!: string | null;

  @Column('integer', { name: 'per_week', nullable: true })
  perWeek!: number | null;

  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  @Column('text')
  ownership!: GoalOwnership;

  @Column('text')
  status!: GoalStatus;

  @Column('timestamptz', { name: 'achieved_at', nullable: true })
  achievedAt!: Date | null;

  @Column('uuid', { name: 'delete_asked_by', nullable: true })
  deleteAskedBy!: string | null;

  /** The request to delete lapses 7 days later. */
  @Column('timestamptz', { name: 'delete_asked_at', nullable: true })
  deleteAskedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('integer')
  version!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'goals_couple_fkey' })
  couple?: Relation<Couple>;
}
