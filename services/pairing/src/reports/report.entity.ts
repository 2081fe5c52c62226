import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

/**
 * A report of abuse. Everything in it is sealed. It outlives the couple, the messages and both accounts: of a deleted account
 * the column `reporterId` is forgotten, the sealed content is not.
 */
@Entity('reports')
@Index('reports_reporter', ['reporterId', 'filedAt'], { where: 'reporter_id IS NOT NULL' })
@Index('reports_filed_at', ['filedAt'])
@Index('reports_sealed_by', ['sealedBy'])
export class Report {
  /** Follows from the reporter and the client's id: a repeat has the same one. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'reports_pkey' })
  id!: string;

  @Column('uuid', { name: 'reporter_id', nullable: true })
  reporterId!: string | null;

  /** A `ReportContent`. */
  @Column('bytea')
  sealed!: Buffer;

  /** Id of the installation key that has sealed it. */
  @Column('text', { name: 'sealed_by' })
  sealedBy!: string;

  @Column('timestamptz', { name: 'filed_at' })
  filedAt!: Date;

  @ManyToOne(() => Person, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'reporter_id', foreignKeyConstraintName: 'reports_reporter_fkey' })
  reporter?: Relation<Person> | null;
}
