import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A replaced or removed avatar that an ex-partner or a blocked user may still see as of the end of the relationship. */
@Entity('former_avatars')
@Index('former_avatars_due_at', ['dueAt'])
@Index('former_avatars_user', ['userId'])
export class FormerAvatar {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'former_avatars_pkey' })
  key!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text', { array: true })
  objects!: string[];

  @Column('timestamptz', { name: 'replaced_at', default: () => 'now()' })
  replacedAt!: Date;

  /** When to ask pairing again whether it is in use. */
  @Column('timestamptz', { name: 'due_at', default: () => 'now()' })
  dueAt!: Date;
}
