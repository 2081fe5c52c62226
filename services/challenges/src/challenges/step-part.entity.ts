import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Step } from './step.entity.js';

/** One member's part of a step. */
@Entity('step_parts')
@Index('step_parts_user', ['userId'])
export class StepPart {
  @PrimaryColumn('uuid', { name: 'step_id', primaryKeyConstraintName: 'step_parts_pkey' })
  stepId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'step_parts_pkey' })
  userId!: string;

  @Column('uuid', { name: 'client_id', nullable: true })
  clientId!: string | null;

  @Column('text', { nullable: true })
  text!: string | null;

  @Column('timestamptz', { name: 'done_at' })
  doneAt!: Date;

  @ManyToOne(() => Step, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'step_id', foreignKeyConstraintName: 'step_parts_step_fkey' })
  step?: Relation<Step>;
}
