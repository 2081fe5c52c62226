import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a message shows of its sender, and what the person shows of themselves, learned from others' facts. Facts of different services come in any order. */
@Entity('people')
export class Person {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'people_pkey' })
  id!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text')
  username!: string;

  /** The account's version that this is from. */
  @Column('integer')
  version!: number;

  /** What others may see of the person; each of them counts both ways. */
  @Column('boolean', { name: 'read_receipts', default: true })
  readReceipts!: boolean;

  @Column('boolean', { default: true })
  typing!: boolean;

  @Column('boolean', { default: true })
  online!: boolean;

  /** Texts of theirs that hold a link get a preview. */
  @Column('boolean', { name: 'link_previews', default: true })
  linkPreviews!: boolean;

  /** In seconds; what a conversation that begins starts with. */
  @Column('integer', { name: 'disappearing_default', nullable: true })
  disappearingDefault!: number | null;

  /** Set for good when the account is deleted, so that a late fact does not bring the names back. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
