import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A couple by pairing's events, and its quota. Transactions that add or remove files lock this row. */
@Entity('couples')
@Index('couples_first_member', ['memberA'])
@Index('couples_second_member', ['memberB'])
@Check('couples_bytes_check', 'bytes >= 0')
export class Couple {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'couples_pkey' })
  id!: string;

  @Column('uuid', { name: 'member_a' })
  memberA!: string;

  @Column('uuid', { name: 'member_b' })
  memberB!: string;

  @Column('boolean')
  active!: boolean;

  /** The version of the last applied event. */
  @Column('integer')
  version!: number;

  /** The latest link. */
  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;

  /** Bytes of all its attachments. */
  @Column('bigint', { default: 0 })
  bytes!: string;

  /** Link previews fetched since `previewsSince`. */
  @Column('integer', { default: 0 })
  previews!: number;

  @Column('timestamptz', { name: 'previews_since', default: () => 'now()' })
  previewsSince!: Date;
}
