import type { DailyCategory, DailyType } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';
import { OwnQuestion } from './own-question.entity.js';

/** Where the database says 'one question a day'. */
export const ONE_A_DAY = 'daily_questions_one_a_day';

/**
 * The question of one of a couple's days. The app's own are copied here, so that a day keeps its words when the library
 * changes; what one of the two has written stays in its own row and goes with its author.
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

  /** `YYYY-MM-DD` by the couple's clock. */
  @Column('text', { name: 'day_key' })
  dayKey!: string;

  /** In the library; null for one of their own. */
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

  /** The text as it is searched; null for one of their own. */
  @Column('text', { nullable: true })
  words!: string | null;

  @Column('boolean', { default: false })
  swapped!: boolean;

  /** What of the library it was before it was exchanged. */
  @Column('text', { name: 'passed_id', nullable: true })
  passedId!: string | null;

  /** Grows when it becomes another question. */
  @Column('integer', { default: 1 })
  version!: number;

  /** Since when both answers are there. */
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

  /** What of it is searched: the words and the option that was chosen. */
  @Column('text', { default: '' })
  words!: string;

  @Column('timestamptz', { name: 'answered_at' })
  answeredAt!: Date;

  @Column('integer', { default: 1 })
  version!: number;

  /** Of the call that wrote it last: the same one again changes nothing. */
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

/** A question of the library that a couple does not want again. Whose wish it was is not kept. */
@Entity('daily_nevers')
export class DailyNever {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'daily_nevers_pkey' })
  coupleId!: string;

  @PrimaryColumn('text', { name: 'library_id', primaryKeyConstraintName: 'daily_nevers_pkey' })
  libraryId!: string;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'daily_nevers_couple_fkey' })
  couple?: Relation<Couple>;
}
