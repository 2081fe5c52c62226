import type { SettingsChange } from '@duet/contracts';
import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A person's account. Sessions, links in mails and settings go with the row. */
@Entity('users')
@Unique('users_email_key', ['emailKey'])
@Unique('users_username_key', ['usernameKey'])
@Check('users_username_key_check', 'username_key = lower(username)')
@Check('users_version_check', 'version > 0')
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;

  @Column('text')
  username!: string;

  /** The username without case; unique. */
  @Column('text', { name: 'username_key' })
  usernameKey!: string;

  /** As the person wrote it; mails go here and to no address that anybody typed later. */
  @Column('text')
  email!: string;

  /** The address in compatibility form and without case; unique. See `emailKey`. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  @Column('timestamptz', { name: 'email_verified_at', nullable: true })
  emailVerifiedAt!: Date | null;

  /** Asked for, not confirmed. */
  @Column('text', { name: 'pending_email', nullable: true })
  pendingEmail!: string | null;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  @Column('text', { default: '' })
  bio!: string;

  @Column('text', { nullable: true })
  avatar!: string | null;

  /** Of the picture, as media counts; 0 before the first. */
  @Column('integer', { name: 'avatar_version', default: 0 })
  avatarVersion!: number;

  /** What the person has set; everything else is the default. */
  @Column('jsonb', { default: {} })
  settings!: SettingsChange;

  /** Grows with every change that others learn of. */
  @Column('integer')
  version!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
