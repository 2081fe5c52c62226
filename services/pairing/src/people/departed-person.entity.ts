import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A deleted account's id, kept while an old fact about it could still arrive and bring the person back. */
@Entity('departed_people')
@Index('departed_people_departed_at', ['departedAt'])
export class DepartedPerson {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'departed_people_pkey' })
  id!: string;

  @Column('timestamptz', { name: 'departed_at', default: () => 'now()' })
  departedAt!: Date;
}
