import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';
import { ImportantDate } from './important-date.entity.js';

/** A sent reminder. The unique indexes keep replicas from sending it twice. */
@Entity('date_reminders')
@Check('date_reminders_subject_check', '(date_id IS NULL) <> (milestone IS NULL)')
@Index('date_reminders_once', ['dateId', 'userId', 'occursOn', 'daysBefore'], {
  unique: true,
  where: 'date_id IS NOT NULL',
})
@Index('date_reminders_milestone_once', ['coupleId', 'userId', 'milestone', 'count', 'occursOn'], {
  unique: true,
  where: 'milestone IS NOT NULL',
})
@Index('date_reminders_couple', ['coupleId'])
@Index('date_reminders_user', ['userId'])
export class DateReminder {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'date_reminders_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'date_id', nullable: true })
  dateId!: string | null;

  @Column('text', { nullable: true })
  milestone!: 'days' | 'years' | null;

  /** The milestone's number of days or years. */
  @Column('integer', { nullable: true })
  count!: number | null;

  @Column('date', { name: 'occurs_on' })
  occursOn!: string;

  @Column('integer', { name: 'days_before' })
  daysBefore!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'date_reminders_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'date_reminders_user_fkey' })
  user?: Relation<Person>;

  @ManyToOne(() => ImportantDate, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'date_id', foreignKeyConstraintName: 'date_reminders_date_fkey' })
  date?: Relation<ImportantDate> | null;
}
