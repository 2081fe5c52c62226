import { PROOF_FILE_KINDS, type ProofFileKind } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { StepPart } from './step-part.entity.js';

/** A file of a proof. media stores the bytes and knows what it is called and looks like. */
@Entity('step_files')
@Index('step_files_part', ['stepId', 'userId', 'position'], { unique: true })
@Check('step_files_kind_check', `kind IN (${PROOF_FILE_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
export class StepFile {
  /** The same as in media. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'step_files_pkey' })
  id!: string;

  @Column('uuid', { name: 'step_id' })
  stepId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('smallint')
  position!: number;

  @Column('text')
  kind!: ProofFileKind;

  @ManyToOne(() => StepPart, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'step_id', referencedColumnName: 'stepId', foreignKeyConstraintName: 'step_files_part_fkey' },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'step_files_part_fkey' },
  ])
  part?: Relation<StepPart>;
}
