import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A fact that was committed with the change it tells of, on its way to the stream. */
@Entity('outbox')
@Index('outbox_unpublished', ['id'], { where: 'published_to IS NULL' })
@Index('outbox_published_at', ['publishedAt'])
export class OutboxRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'outbox_pkey' })
  id!: string;

  /** The whole envelope, as it will be published. */
  @Column('jsonb')
  envelope!: object;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** Which stream holds it, by that stream's creation time; null while none does. */
  @Column('text', { name: 'published_to', nullable: true })
  publishedTo!: string | null;

  @Column('timestamptz', { name: 'published_at', nullable: true })
  publishedAt!: Date | null;
}

/** A fact that a handler could not digest, kept for a person to look at. */
@Entity('dead_letter')
export class DeadLetter {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'dead_letter_pkey' })
  id!: string;

  @Column('jsonb')
  envelope!: object;

  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
