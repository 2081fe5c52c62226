import type { TogetherPart } from '@duet/contracts';
import { KnownCouple } from '@duet/service-kit';
import { Check, Column, Entity } from 'typeorm';

/** A couple that shares challenges. */
@Entity('couples')
@Check('couples_hidden_check', 'hidden_version >= 0')
export class Couple extends KnownCouple {
  /** The day of the last change of `timezone`, `YYYY-MM-DD`. */
  @Column('date', { name: 'running_day', nullable: true })
  runningDay!: string | null;

  /** The end of that day, in the zone before the change. */
  @Column('timestamptz', { name: 'running_until', nullable: true })
  runningUntil!: Date | null;

  /** The parts that are switched off for the two. */
  @Column('text', { name: 'hidden_parts', array: true, default: '{}' })
  hiddenParts!: TogetherPart[];

  /** Of the event that `hiddenParts` are from. */
  @Column('integer', { name: 'hidden_version', default: 0 })
  hiddenVersion!: number;
}
