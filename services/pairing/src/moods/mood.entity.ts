import type { Mood } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';

/** A person's mood on one of the couple's days. */
@Entity('moods')
@Check('moods_taken_back_check', `mood IS NOT NULL OR note = ''`)
@Index('moods_couple_day', ['coupleId', 'day', 'userId'], { unique: true })
@Index('moods_user', ['userId'])
@Index('moods_day', ['day'])
export class DayMood {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'moods_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** `YYYY-MM-DD` */
  @Column('date')
  day!: string;

  /** Null once it was taken back. The row remains, so that a new mood of that day notifies nobody again. */
  @Column('text', { nullable: true })
  mood!: Mood | null;

  @Column('text', { default: '' })
  note!: string;

  @Column('timestamptz', { name: 'set_at' })
  setAt!: Date;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'moods_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'moods_user_fkey' })
  user?: Relation<Person>;
}
