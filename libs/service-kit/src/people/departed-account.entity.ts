import { Entity, PrimaryColumn } from 'typeorm';

/**
 * A tombstone of an account: it keeps late events from restoring the person. It stays for good, because an operator may
 * handle a dead letter at any time.
 */
@Entity('departed_people')
export class DepartedAccount {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'departed_people_pkey' })
  id!: string;
}
