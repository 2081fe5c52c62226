import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';

/** A nickname for the partner, visible to its author only. */
@Entity('nicknames')
@Index('nicknames_user', ['userId'])
export class Nickname {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'nicknames_pkey' })
  coupleId!: string;

  /** The author. */
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'nicknames_pkey' })
  userId!: string;

  @Column('text')
  nickname!: string;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'nicknames_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'nicknames_user_fkey' })
  user?: Relation<Person>;
}
