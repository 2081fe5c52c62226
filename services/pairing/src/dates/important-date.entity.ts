import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Person } from '../people/person.entity.js';

/** A date of a couple, or of one member only. */
@Entity('important_dates')
@Check('important_dates_private_check', 'private_to IS NULL OR private_to = created_by')
@Check('important_dates_version_check', 'version > 0')
@Index('important_dates_client_id', ['coupleId', 'createdBy', 'clientId'], { unique: true })
@Index('important_dates_created_by', ['createdBy'])
@Index('important_dates_private_to', ['privateTo'], { where: 'private_to IS NOT NULL' })
export class ImportantDate {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'important_dates_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('text')
  title!: string;

  /** `YYYY-MM-DD` */
  @Column('date')
  date!: string;

  @Column('boolean')
  yearly!: boolean;

  @Column('integer', { name: 'remind_days_before', array: true })
  remindDaysBefore!: number[];

  /** The only member who sees it; null when both do. It is deleted with that account. */
  @Column('uuid', { name: 'private_to', nullable: true })
  privateTo!: string | null;

  /** Null once that account is deleted. */
  @Column('uuid', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  /** Chosen by the author's client: a repeated call with the same id adds nothing. */
  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'important_dates_couple_fkey' })
  couple?: Relation<Couple>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'private_to', foreignKeyConstraintName: 'important_dates_private_to_fkey' })
  reader?: Relation<Person> | null;

  @ManyToOne(() => Person, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'created_by', foreignKeyConstraintName: 'important_dates_created_by_fkey' })
  author?: Relation<Person> | null;
}
