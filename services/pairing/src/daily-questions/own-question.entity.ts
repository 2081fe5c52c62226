import type { DailyType } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';

/** The unique index that ignores a repeated call. */
export const WRITTEN_ONCE = 'own_questions_once';

/** A question that one member wrote for both. It is deleted with its author's account. */
@Entity('own_questions')
@Check('own_questions_text_check', 'char_length(text) BETWEEN 1 AND 300')
@Index(WRITTEN_ONCE, ['authorId', 'clientId'], { unique: true })
@Index('own_questions_waiting', ['coupleId', 'createdAt', 'id'], { where: 'asked_at IS NULL' })
@Index('own_questions_couple', ['coupleId'])
export class OwnQuestion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'own_questions_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'author_id' })
  authorId!: string;

  @Column('text')
  text!: string;

  @Column('text')
  type!: DailyType;

  @Column('text', { array: true, default: '{}' })
  options!: string[];

  /** The folded text for the search. */
  @Column('text')
  words!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** Null while it waits to be asked. */
  @Column('timestamptz', { name: 'asked_at', nullable: true })
  askedAt!: Date | null;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'own_questions_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'author_id', foreignKeyConstraintName: 'own_questions_author_fkey' })
  author?: Relation<Person>;
}
