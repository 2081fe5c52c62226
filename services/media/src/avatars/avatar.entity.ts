import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person's current avatar. One that was removed leaves its row: versions go on from there. */
@Entity('avatars')
@Check('avatars_version_check', 'version > 0')
export class Avatar {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'avatars_pkey' })
  userId!: string;

  /** What its objects are named by; null without a picture. */
  @Column('text', { nullable: true })
  key!: string | null;

  /** Grows with every change. */
  @Column('integer')
  version!: number;

  /** The objects' size together. */
  @Column('integer')
  bytes!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** Somebody who was erased, remembered for as long as a token of theirs could still bring a picture. */
@Entity('erased_users')
@Index('erased_users_erased_at', ['erasedAt'])
export class ErasedUser {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'erased_users_pkey' })
  userId!: string;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt!: Date;
}
