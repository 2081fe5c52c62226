import { Column, Index, PrimaryColumn } from 'typeorm';

/**
 * A couple as pairing's events describe it: the columns that the table `couples` of each such service has. Every write locks
 * this row against the couple's end.
 */
@Index('couples_member_a', ['memberA'])
@Index('couples_member_b', ['memberB'])
export abstract class KnownCouple {
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

  /** Of the event that `timezone` is from. */
  @Column('integer', { name: 'timezone_version', default: 0 })
  timezoneVersion!: number;
}
