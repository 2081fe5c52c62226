import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A user's current avatar. The row stays after a removal, so that versions only grow. */
@Entity('avatars')
@Index('avatars_plain', ['userId'], { where: 'NOT sealed AND key IS NOT NULL' })
@Check('avatars_version_check', 'version > 0')
export class Avatar {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'avatars_pkey' })
  userId!: string;

  /** Part of its objects' names; null without a picture. */
  @Column('text', { nullable: true })
  key!: string | null;

  /** False for objects that were stored before objects were sealed. */
  @Column('boolean', { default: false })
  sealed!: boolean;

  /** Grows with every change. */
  @Column('integer')
  version!: number;

  /** Bytes of all its objects. */
  @Column('integer')
  bytes!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
