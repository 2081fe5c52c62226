import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A couple as pairing's events describe it. Every write locks this row against the couple's end. */
@Entity('couples')
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

  /** It can no longer be restored; it is deleted as soon as media has stored what its members get back. */
  @Column('boolean', { default: false })
  purged!: boolean;

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
