import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

/** When a person last sent a nudge. It belongs to the person, so a new partner does not lift the limit. */
@Entity('nudges')
export class Nudge {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'nudges_pkey' })
  userId!: string;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt!: Date;

  @OneToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'nudges_user_fkey' })
  user?: Relation<Person>;
}
