import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The first name by which live updates call a member. */
@Entity('people')
export class Person {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'people_pkey' })
  id!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  /** Of the profile; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
