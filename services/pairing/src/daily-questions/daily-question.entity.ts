import type { DailyCategory, DailyType } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';
import { OwnQuestion } from './own-question.entity.js';

/** The unique index that allows one question per day. */
export const ONE_A_DAY = 'daily_questions_one_a_day';

/**
 * A day's question. A library question is copied, so that the day keeps its text when the library changes. A question
 * that a member wrote stays in its own row and is deleted with its author.
 */
@Entity('daily_questions')
@Check('daily_questions_day_check', `day_key ~ '^\\d{4}-\\d{2}-\\d{2}$'`)
@Check('daily_questions_version_check', 'version > 0')
@Index(ONE_A_DAY, ['coupleId', 'dayKey'], { unique: true })
@Index('daily_questions_own', ['ownId'], { where: 'own_id IS NOT NULL' })
export class DailyQuestion {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'daily_questions_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  /** `YYYY-MM-DD` in the couple's time zone. */
  @Column('text', { name: 'day_key' })
  dayKey!: string;

  /** Id in the library; null for a question that a member wrote. */
  @Column('text', { name: 'library_id', nullable: true })
  libraryId!: string | null;

  @Column('uuid', { name: 'own_id', nullable: true })
  ownId!: string | null;

  @Column('text')
  type!: DailyType;

  @Column('text', { nullable: true })
  text!: string | null;

  @Column('text', { array: true, default: '{}' })
  options!: string[];

  @Column('text', { nullable: true })
  category!: DailyCategory | null;

  /** The folded text for the search; null for a question that a member wrote. */
  @Column('text', { nullable: true })
  words!: string | null;

  @Column('boolean', { default: false })
  swapped!: boolean;

  /** The library id of the question that was swapped away. */
  @Column('text', { name: 'passed_id', nullable: true })
  passedId!: string | null;

  /** Grows with a swap. */
  @Column('integer', { default: 1 })
  version!: number;

  /** When the second answer revealed both. */
  @Column('timestamptz', { name: 'revealed_at', nullable: true })
  revealedAt!: Date | null;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'daily_questions_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => OwnQuestion, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'own_id', foreignKeyConstraintName: 'daily_questions_own_fkey' })
  own?: Relation<OwnQuestion> | null;
}

@Entity('daily_answers')
@Check('daily_answers_text_check', 'char_length(text) <= 2000')
@Index('daily_answers_user', ['userId'])
export class DailyAnswer {
  @PrimaryColumn('uuid', { name: 'question_id', primaryKeyConstraintName: 'daily_answers_pkey' })
  questionId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'daily_answers_pkey' })
  userId!: string;

  @Column('smallint', { nullable: true })
  value!: number | null;

  @Column('smallint', { nullable: true })
  guess!: number | null;

  @Column('text', { default: '' })
  text!: string;

  /** The folded text and chosen option for the search. */
  @Column('text', { default: '' })
  words!: string;

  @Column('timestamptz', { name: 'answered_at' })
  answeredAt!: Date;

  @Column('integer', { default: 1 })
  version!: number;

  /** The last call's id: a repeated call changes nothing. */
  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @ManyToOne(() => DailyQuestion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'question_id', foreignKeyConstraintName: 'daily_answers_question_fkey' })
  question?: Relation<DailyQuestion>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'daily_answers_user_fkey' })
  user?: Relation<Person>;
}

@Entity('daily_reactions')
@Index('daily_reactions_user', ['userId'])
export class DailyReaction {
  @PrimaryColumn('uuid', { name: 'question_id', primaryKeyConstraintName: 'daily_reactions_pkey' })
  questionId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'daily_reactions_pkey' })
  userId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'daily_reactions_pkey' })
  emoji!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @ManyToOne(() => DailyQuestion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'question_id', foreignKeyConstraintName: 'daily_reactions_question_fkey' })
  question?: Relation<DailyQuestion>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'daily_reactions_user_fkey' })
  user?: Relation<Person>;
}

/** A library question that the couple excluded. The row does not say who did it. */
@Entity('daily_nevers')
export class ExcludedQuestion {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'daily_nevers_pkey' })
  coupleId!: string;

  @PrimaryColumn('text', { name: 'library_id', primaryKeyConstraintName: 'daily_nevers_pkey' })
  libraryId!: string;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'daily_nevers_couple_fkey' })
  couple?: Relation<Couple>;
}
