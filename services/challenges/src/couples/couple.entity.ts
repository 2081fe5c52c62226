import type { TogetherPart } from '@duet/contracts';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A couple as pairing's events describe it. Every write locks this row against the couple's end. */
@Entity('couples')
@Check('couples_hidden_check', 'hidden_version >= 0')
@Index('couples_member_a', ['memberA'])
@Index('couples_member_b', ['memberB'])
export class Couple {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'couples_pkey' })
  id!: string;

  @Column('uuid', { name: 'member_a' })
  memberA!: string;

  @Column('uuid', { name: 'member_b' })
  memberB!: string;

  @Column('boolean')
  active!: boolean;

  /** Of the event that this row is from; an older event changes nothing. */
  @Column('integer')
  version!: number;

  /** When the two linked, for the first time or again. */
  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;

  /** IANA name of the zone in which the couple's days begin. */
  @Column('text')
  timezone!: string;

  /** The day of the last change of `timezone`, `YYYY-MM-DD`. */
  @Column('date', { name: 'running_day', nullable: true })
  runningDay!: string | null;

  /** The end of that day, in the zone before the change. */
  @Column('timestamptz', { name: 'running_until', nullable: true })
  runningUntil!: Date | null;

  /** Of the event that `timezone` is from. */
  @Column('integer', { name: 'timezone_version', default: 0 })
  timezoneVersion!: number;

  /** The parts that are switched off for the two. */
  @Column('text', { name: 'hidden_parts', array: true, default: '{}' })
  hiddenParts!: TogetherPart[];

  /** Of the event that `hiddenParts` are from. */
  @Column('integer', { name: 'hidden_version', default: 0 })
  hiddenVersion!: number;
}
