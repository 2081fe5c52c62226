import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person's names and privacy switches, copied from other services' events, which may arrive in any order. */
@Entity('people')
export class Person {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'people_pkey' })
  id!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text')
  username!: string;

  /** The account's version of this snapshot. */
  @Column('integer')
  version!: number;

  /** Four privacy switches, each of which hides a signal of both partners. */
  @Column('boolean', { name: 'read_receipts', default: true })
  readReceipts!: boolean;

  @Column('boolean', { default: true })
  typing!: boolean;

  @Column('boolean', { default: true })
  online!: boolean;

  /** Counts only together with `online`. */
  @Column('boolean', { name: 'last_seen', default: true })
  lastSeen!: boolean;

  /** The person's texts with a link get a preview. */
  @Column('boolean', { name: 'link_previews', default: true })
  linkPreviews!: boolean;

  /** The initial setting of a first conversation, in seconds. */
  @Column('integer', { name: 'disappearing_default', nullable: true })
  disappearingDefault!: number | null;

  /** Set when the account is deleted, so that a late event does not restore the names. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
