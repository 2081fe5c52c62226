import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type KeyOwner = 'couple' | 'user' | 'report';

/**
 * The data key that seals the objects of a couple, a user or a report, itself sealed by an installation key. A destroyed key leaves a
 * tombstone, so that no new key is made for an erased owner.
 */
@Entity('data_keys')
@Index('data_keys_owner', ['ownerKind', 'ownerId'], { unique: true, where: 'NOT lost' })
@Index('data_keys_sealed_by', ['sealedBy'], { where: 'sealed IS NOT NULL' })
@Index('data_keys_destroyed_at', ['destroyedAt'], { where: 'destroyed_at IS NOT NULL' })
@Check('data_keys_owner_check', `owner_kind IN ('couple', 'user', 'report')`)
@Check('data_keys_destroyed_check', '(sealed IS NULL) = (destroyed_at IS NOT NULL)')
export class DataKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'data_keys_pkey' })
  id!: string;

  @Column('text', { name: 'owner_kind' })
  ownerKind!: KeyOwner;

  @Column('uuid', { name: 'owner_id' })
  ownerId!: string;

  @Column('bytea', { nullable: true })
  sealed!: Buffer | null;

  /** Id of the installation key that has sealed it. */
  @Column('text', { name: 'sealed_by' })
  sealedBy!: string;

  /** Its installation key is lost for good, so the owner gets a new data key. */
  @Column('boolean', { default: false })
  lost!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'destroyed_at', nullable: true })
  destroyedAt!: Date | null;
}
