import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An event, committed in the transaction of its change and to be published to the stream. */
@Entity('outbox')
@Index('outbox_unpublished', ['id'], { where: 'published_to IS NULL' })
@Index('outbox_published_at', ['publishedAt'])
export class OutboxRow {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'outbox_pkey',
  })
  id!: string;

  /** The whole envelope, as it will be published. */
  @Column('jsonb')
  envelope!: object;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** The creation time of the stream it was published to; null before that. */
  @Column('text', { name: 'published_to', nullable: true })
  publishedTo!: string | null;

  @Column('timestamptz', { name: 'published_at', nullable: true })
  publishedAt!: Date | null;
}

/** An event whose handler failed for the last time, stored for an operator. */
@Entity('dead_letter')
export class DeadLetter {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'dead_letter_pkey',
  })
  id!: string;

  @Column('jsonb')
  envelope!: object;

  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
