import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A deleted user; the row stays while an access token of the user may still be valid. */
@Entity('erased_users')
@Index('erased_users_erased_at', ['erasedAt'])
@Index('erased_users_unlisted', ['erasedAt'], { where: 'NOT listed' })
export class ErasedUser {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'erased_users_pkey' })
  userId!: string;

  @Column('timestamptz', { name: 'erased_at', default: () => 'now()' })
  erasedAt!: Date;

  /** Its object in the bucket's list of erasures is stored. */
  @Column('boolean', { default: false })
  listed!: boolean;
}
