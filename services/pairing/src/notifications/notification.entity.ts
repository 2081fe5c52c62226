import type { EntityType, NoticeKind } from '@duet/contracts';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

/**
 * A notification. The row has no sentence and no name: the view makes them from the kind and the person. An ex-partner
 * is shown as their `RememberedPerson`.
 */
@Entity('notifications')
@Index('notifications_user', ['userId', 'createdAt', 'id'])
@Index('notifications_about', ['aboutId'])
export class Notification {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notifications_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  kind!: NoticeKind;

  @Column('uuid', { name: 'about_id', nullable: true })
  aboutId!: string | null;

  @Column('text', { name: 'entity_type' })
  entityType!: EntityType;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  /** The time of the insert, not of the transaction's begin. */
  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt!: Date | null;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'notifications_user_fkey' })
  user?: Relation<Person>;

  @ManyToOne(() => Person, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'about_id', foreignKeyConstraintName: 'notifications_about_fkey' })
  about?: Relation<Person> | null;
}
