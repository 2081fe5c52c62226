import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from './person.entity.js';

/**
 * The name and picture of a person as a viewer saw them when their relationship ended. It replaces the current name and
 * picture, and is deleted when the two link again or with either account.
 */
@Entity('remembered_people')
@Index('remembered_people_person', ['personId'])
@Index('remembered_people_avatar', ['avatar'], { where: 'avatar IS NOT NULL' })
export class RememberedPerson {
  @PrimaryColumn('uuid', { name: 'viewer_id', primaryKeyConstraintName: 'remembered_people_pkey' })
  viewerId!: string;

  @PrimaryColumn('uuid', { name: 'person_id', primaryKeyConstraintName: 'remembered_people_pkey' })
  personId!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;

  @Column('text')
  username!: string;

  @Column('text', { nullable: true })
  avatar!: string | null;

  /** Search keys as in `Person`: a search finds an ex-partner by the former names. */
  @Column({ type: 'text', name: 'username_key', collation: 'C' })
  usernameKey!: string;

  @Column({ type: 'text', name: 'first_name_key', collation: 'C' })
  firstNameKey!: string;

  @Column({ type: 'text', name: 'last_name_key', collation: 'C' })
  lastNameKey!: string;

  @Column({ type: 'text', name: 'full_name_key', collation: 'C' })
  fullNameKey!: string;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'viewer_id', foreignKeyConstraintName: 'remembered_people_viewer_fkey' })
  viewer?: Relation<Person>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'remembered_people_person_fkey' })
  person?: Relation<Person>;
}

/** A person who is found only by the exact username, and a viewer who typed it. */
@Entity('found_people')
@Index('found_people_person', ['personId'])
@Index('found_people_found_at', ['foundAt'])
export class FoundPerson {
  @PrimaryColumn('uuid', { name: 'viewer_id', primaryKeyConstraintName: 'found_people_pkey' })
  viewerId!: string;

  @PrimaryColumn('uuid', { name: 'person_id', primaryKeyConstraintName: 'found_people_pkey' })
  personId!: string;

  /** A new username of the person voids the row. */
  @Column({ type: 'text', name: 'username_key', collation: 'C' })
  usernameKey!: string;

  @Column('timestamptz', { name: 'found_at', default: () => 'now()' })
  foundAt!: Date;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'viewer_id', foreignKeyConstraintName: 'found_people_viewer_fkey' })
  viewer?: Relation<Person>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'person_id', foreignKeyConstraintName: 'found_people_person_fkey' })
  person?: Relation<Person>;
}
