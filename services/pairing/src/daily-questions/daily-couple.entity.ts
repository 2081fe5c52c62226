import type { DailyCategory } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';

/** A couple's settings and state of daily questions. */
@Entity('daily_couples')
@Check('daily_couples_version_check', 'version > 0')
@Index('daily_couples_look_at', ['lookAt', 'coupleId'], { where: 'look_at IS NOT NULL' })
export class DailyCouple {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'daily_couples_pkey' })
  coupleId!: string;

  /** Seeds the couple's own order of the library. */
  @Column('text', { default: () => 'gen_random_uuid()' })
  seed!: string;

  /** The last day that the couple opened, and its time zone: the day ends by that zone after a change. */
  @Column('text', { name: 'day_key', nullable: true })
  dayKey!: string | null;

  @Column('text', { name: 'day_zone', nullable: true })
  dayZone!: string | null;

  @Column('boolean', { name: 'rhythm_shown', default: true })
  rhythmShown!: boolean;

  /** Version of the shared settings. */
  @Column('integer', { default: 1 })
  version!: number;

  /** When the next reminder may be due; null once the couple has ended. */
  @Column('timestamptz', { name: 'look_at', nullable: true, default: () => 'now()' })
  lookAt!: Date | null;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'daily_couples_couple_fkey' })
  couple?: Relation<Couple>;
}

/**
 * Days that do not count, both ends included: a holiday, or single days that a change of time zone left out or on which the
 * couple had ended.
 */
@Entity('daily_pauses')
@Check('daily_pauses_days_check', 'from_key <= to_key')
export class DailyPause {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'daily_pauses_pkey' })
  coupleId!: string;

  @PrimaryColumn('text', { name: 'from_key', primaryKeyConstraintName: 'daily_pauses_pkey' })
  from!: string;

  @Column('text', { name: 'to_key' })
  to!: string;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'daily_pauses_couple_fkey' })
  couple?: Relation<Couple>;
}

/** One member's categories. The partner never sees them. */
@Entity('daily_preferences')
@Index('daily_preferences_user', ['userId'])
export class DailyPreference {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'daily_preferences_pkey' })
  coupleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'daily_preferences_pkey' })
  userId!: string;

  @Column('text', { array: true })
  categories!: DailyCategory[];

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'daily_preferences_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'daily_preferences_user_fkey' })
  user?: Relation<Person>;
}

/** A sent reminder of a day's question; its key keeps replicas from sending it twice. */
@Entity('daily_reminders')
@Index('daily_reminders_user', ['userId'])
export class DailyReminder {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'daily_reminders_pkey' })
  coupleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'daily_reminders_pkey' })
  userId!: string;

  @PrimaryColumn('text', { name: 'day_key', primaryKeyConstraintName: 'daily_reminders_pkey' })
  dayKey!: string;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'daily_reminders_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'daily_reminders_user_fkey' })
  user?: Relation<Person>;
}
