import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person of whom a service knows the first name, from events. Live updates call members by it. */
@Entity('people')
export class KnownPerson {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'people_pkey' })
  id!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  /** Of the profile; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
