import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A lease of a job that one replica at a time runs. */
@Entity('leases')
export class Lease {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'leases_pkey' })
  name!: string;

  @Column('uuid')
  holder!: string;

  @Column('timestamptz')
  until!: Date;
}
