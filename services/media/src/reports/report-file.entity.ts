import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ObjectInfo } from '../attachments/attachment.entity.js';

/** The object to copy, as the attachment's row described it. */
export interface ReportSource extends ObjectInfo {
  sealed: boolean;
}

/**
 * A file of a message that a report names. A job copies it into an object of the report, sealed with the report's own key:
 * neither the message, nor the couple, nor an account deletes it. Until then the source's object is not deleted.
 */
@Entity('report_files')
@Index('report_files_kept_at', ['keptAt'])
@Index('report_files_source', { synchronize: false })
@Check('report_files_bytes_check', 'bytes >= 0')
export class ReportFile {
  @PrimaryColumn('uuid', { name: 'report_id', primaryKeyConstraintName: 'report_files_pkey' })
  reportId!: string;

  /** The id of the attachment. */
  @PrimaryColumn('uuid', { name: 'file_id', primaryKeyConstraintName: 'report_files_pkey' })
  fileId!: string;

  /** Null once it was copied, or could not be. */
  @Column('jsonb', { nullable: true })
  source!: ReportSource | null;

  /** The copy's name in S3; null until it was copied. */
  @Column('text', { nullable: true })
  object!: string | null;

  @Column('integer')
  bytes!: number;

  @Column('text')
  sha256!: string;

  @Column('timestamptz', { name: 'kept_at' })
  keptAt!: Date;
}
