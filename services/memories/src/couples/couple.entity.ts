import { KnownCouple } from '@duet/service-kit';
import { Column, Entity } from 'typeorm';

/** A couple that shares capsules. */
@Entity('couples')
export class Couple extends KnownCouple {
  /** It can no longer be restored; it is deleted as soon as media has stored what its members get back. */
  @Column('boolean', { default: false })
  purged!: boolean;
}
