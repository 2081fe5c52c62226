import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The messages that one statement stored for one call: the events `message.sent` in a short form, which the relay publishes beside
 * the outbox. The messages hold the rest of the events.
 */
@Entity('message_groups')
@Index('message_groups_unpublished', ['id'], { where: 'published_to IS NULL' })
@Index('message_groups_published_at', ['publishedAt'])
export class MessageGroup {
  /** Of the outbox's sequence, so that the relay knows the order of both. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'message_groups_pkey' })
  id!: string;

  /** In the order in which they were stored. */
  @Column('uuid', { name: 'message_ids', array: true })
  messageIds!: string[];

  /** Whether each of them has a link. */
  @Column('boolean')
  linked!: boolean;

  @Column('text', { name: 'request_id' })
  requestId!: string;

  /** The W3C `traceparent` of the call, if it is traced. */
  @Column('text', { nullable: true })
  trace!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  /** The creation time of the stream that has all its events; null before that. */
  @Column('text', { name: 'published_to', nullable: true })
  publishedTo!: string | null;

  @Column('timestamptz', { name: 'published_at', nullable: true })
  publishedAt!: Date | null;
}
