import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A tombstone of an account: it keeps late events from restoring the person. */
@Entity('departed_people')
@Index('departed_people_departed_at', ['departedAt'])
export class DepartedPerson {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'departed_people_pkey' })
  id!: string;

  @Column('timestamptz', { name: 'departed_at', default: () => 'now()' })
  departedAt!: Date;
}
