import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An act of an operator with `duet-admin`. A trigger refuses every change but a new row. */
@Entity('admin_acts')
export class AdminAct {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'admin_acts_pkey',
  })
  id!: string;

  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;

  /** The name that the operator gave. */
  @Column('text', { name: 'operator' })
  operator!: string;

  /** The command with its parameters. A person is named by id, because the row outlives the account. */
  @Column('text')
  act!: string;

  /** The reason that the operator gave; null in rows of earlier builds. */
  @Column('text', { nullable: true })
  reason!: string | null;
}
