import type { NoticeKind } from '@duet/contracts';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

/**
 * Something a person should know of. No sentence and no name is kept: the view makes them from the kind and from
 * whom it is about, so a deleted account leaves nothing in other people's lists.
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
  entityType!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  /** When it was written, not when its transaction began: one person's are written one after the other. */
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
