import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An object that a row began to refer to, or that was deleted from the bucket. The backup follows this journal
 * (`infra/deploy/backup/objects.mjs`) instead of listing the bucket.
 */
@Entity('object_journal')
@Index('object_journal_at', ['at'])
export class ObjectJournalEntry {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'object_journal_pkey',
  })
  id!: string;

  @Column('text')
  name!: string;

  /** False for a stored object. */
  @Column('boolean')
  removed!: boolean;

  /** The start of the transaction that wrote the entry: it may become visible some seconds later. */
  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;
}
