import type { PersonFact } from '@duet/contracts';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What pairing knows of an account, learnt from facts. The keys are folded for search (see `search-key.ts`); their
 * collation "C" lets a plain index answer `LIKE 'prefix%'` in any locale.
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

  /** Of the account; a fact with a lower one is old news. */
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
  findable!: PersonFact['findable'];

  @Column('boolean', { name: 'read_receipts', default: true })
  readReceipts!: boolean;

  @Column('boolean', { default: true })
  typing!: boolean;

  @Column('boolean', { default: true })
  online!: boolean;

  /** Passed on: texts with a link get a preview. */
  @Column('boolean', { name: 'link_previews', default: true })
  linkPreviews!: boolean;

  /** In seconds; what a new couple's conversation starts with. */
  @Column('integer', { name: 'disappearing_default', nullable: true })
  disappearingDefault!: PersonFact['disappearingDefault'];

  /** Kinds of notifications that the person does not want to find here. */
  @Column('text', { array: true, default: '{}' })
  unlisted!: PersonFact['unlisted'];

  /** `HH:MM` by the couple's clock. */
  @Column('text', { name: 'daily_question_time', default: '19:00' })
  dailyQuestionTime!: string;

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
