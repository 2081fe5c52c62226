import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An object that will be removed from S3. One that is about to be stored is doomed first, for later, and spared by the
 * transaction that refers to it: so a crash at any point leaves an object that is either in use or doomed.
 */
@Entity('doomed_objects')
@Index('doomed_objects_due_at', ['dueAt'])
@Check('doomed_objects_attempts_check', 'attempts >= 0')
export class DoomedObject {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'doomed_objects_pkey' })
  name!: string;

  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;

  /** How often its removal was begun; from the first on it cannot be spared any more. */
  @Column('integer', { default: 0 })
  attempts!: number;
}
