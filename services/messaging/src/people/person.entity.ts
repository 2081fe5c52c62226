import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a message shows of its sender, learned from others' facts. Facts of different services come in any order. */
@Entity('people')
export class Person {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'people_pkey' })
  id!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text')
  username!: string;

  /** The account's version that these names are from. */
  @Column('integer')
  version!: number;

  /** Set for good when the account is deleted, so that a late fact does not bring the names back. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
