import type { PersonSnapshot } from '@duet/contracts';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Pairing's copy of an account, from events. The keys are folded for search (see `search-key.ts`); with collation "C" a
 * plain index answers `LIKE 'prefix%'` in every locale.
 */
@Entity('people')
@Check('people_findable_check', `findable IN ('everyone', 'username', 'nobody')`)
@Index('people_username_key', ['usernameKey'])
@Index('people_first_name_key', ['firstNameKey'])
@Index('people_last_name_key', ['lastNameKey'])
@Index('people_full_name_key', ['fullNameKey'])
@Index('people_email_key', ['emailKey'])
export class Person {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'people_pkey' })
  id!: string;

  /** The account's version; an event with a lower one is ignored. */
  @Column('integer')
  version!: number;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;

  @Column('text')
  username!: string;

  @Column('text')
  email!: string;

  @Column('text', { nullable: true })
  avatar!: string | null;

  @Column('text')
  findable!: PersonSnapshot['findable'];

  @Column('boolean', { name: 'read_receipts', default: true })
  readReceipts!: boolean;

  @Column('boolean', { default: true })
  typing!: boolean;

  @Column('boolean', { default: true })
  online!: boolean;

  /** For messaging, like `online`: whether the partner sees when the person was last online. */
  @Column('boolean', { name: 'last_seen', default: true })
  lastSeen!: boolean;

  /** For messaging: whether links get a preview. */
  @Column('boolean', { name: 'link_previews', default: true })
  linkPreviews!: boolean;

  /** In seconds, for messaging: the initial timer of a new couple's conversation. */
  @Column('integer', { name: 'disappearing_default', nullable: true })
  disappearingDefault!: PersonSnapshot['disappearingDefault'];

  /** Notification categories that the person has turned off. */
  @Column('text', { array: true, default: '{}' })
  unlisted!: PersonSnapshot['unlisted'];

  /** `HH:MM` in the couple's time zone. */
  @Column('text', { name: 'daily_question_time', default: '19:00' })
  dailyQuestionTime!: string;

  /** Parts that the person has switched off. The partner sees only what is off for both. */
  @Column('text', { name: 'hidden_parts', array: true, default: '{}' })
  hiddenParts!: PersonSnapshot['hiddenParts'];

  @Column({ type: 'text', name: 'username_key', collation: 'C' })
  usernameKey!: string;

  @Column({ type: 'text', name: 'first_name_key', collation: 'C' })
  firstNameKey!: string;

  @Column({ type: 'text', name: 'last_name_key', collation: 'C' })
  lastNameKey!: string;

  @Column({ type: 'text', name: 'full_name_key', collation: 'C' })
  fullNameKey!: string;

  @Column({ type: 'text', name: 'email_key', collation: 'C' })
  emailKey!: string;
}
