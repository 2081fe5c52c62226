import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A couple as pairing told it, and how much room its files take. Whoever adds or removes files holds this row. */
@Entity('couples')
@Index('couples_member_a', ['memberA'], { where: 'active' })
@Index('couples_member_b', ['memberB'], { where: 'active' })
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

  /** The couple's version that this is from; an older fact changes nothing. */
  @Column('integer')
  version!: number;

  /** When the two linked for the first time or again. */
  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;

  /** The objects of all its attachments together. */
  @Column('bigint', { default: 0 })
  bytes!: string;

  /** How many of their links were looked at since then. */
  @Column('integer', { default: 0 })
  previews!: number;

  @Column('timestamptz', { name: 'previews_since', default: () => 'now()' })
  previewsSince!: Date;
}
