import type { SettingsChange } from '@duet/contracts';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** A person's account. Deleting the row deletes sessions, mailed links and settings with it. */
@Entity('users')
@Unique('users_email_key', ['emailKey'])
@Unique('users_username_key', ['usernameKey'])
@Check('users_username_key_check', 'username_key = lower(username)')
@Check('users_version_check', 'version > 0')
@Index('users_second_factor_removal_at', ['secondFactorRemovalAt'], { where: 'second_factor_removal_at IS NOT NULL' })
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

  /** As the person typed it at registration or in a completed change, in Unicode NFKC. */
  @Column('text')
  email!: string;

  /** The address in compatibility form and without case; unique. See `emailKey`. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  @Column('timestamptz', { name: 'email_verified_at', nullable: true })
  emailVerifiedAt!: Date | null;

  /** The requested new address, not confirmed yet. */
  @Column('text', { name: 'pending_email', nullable: true })
  pendingEmail!: string | null;

  /** When the mail server refused the address for good; null while mails may reach it. */
  @Column('timestamptz', { name: 'email_refused_at', nullable: true })
  emailRefusedAt!: Date | null;

  /** The same of the requested new address. */
  @Column('timestamptz', { name: 'pending_email_refused_at', nullable: true })
  pendingEmailRefusedAt!: Date | null;

  /** Signs the links that switch mails off, base64url; null until the first one. */
  @Column('text', { name: 'unsubscribe_key', nullable: true })
  unsubscribeKey!: string | null;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  /** When the second factor is to be removed, after its loss was reported by mail; null while no removal is pending. */
  @Column('timestamptz', { name: 'second_factor_removal_at', nullable: true })
  secondFactorRemovalAt!: Date | null;

  /** When the newest mail about wrong passwords was queued: at most one a day. */
  @Column('timestamptz', { name: 'sign_in_alert_at', nullable: true })
  signInAlertAt!: Date | null;

  @Column('text', { default: '' })
  bio!: string;

  @Column('text', { nullable: true })
  avatar!: string | null;

  /** The avatar's version as counted by media; 0 before the first. */
  @Column('integer', { name: 'avatar_version', default: 0 })
  avatarVersion!: number;

  /** The settings that the person has changed; all others have their default. */
  @Column('jsonb', { default: {} })
  settings!: SettingsChange;

  /** Incremented by each change that other services receive. */
  @Column('integer')
  version!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
