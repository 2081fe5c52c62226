import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { User } from '../users/user.entity.js';

/** The WebAuthn user handle of a user. It stays after the last passkey is removed, so that a new passkey replaces the removed one on the device. */
@Entity('passkey_owners')
@Unique('passkey_owners_handle_key', ['handle'])
export class PasskeyOwner {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'passkey_owners_pkey' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'passkey_owners_user_fkey' })
  user?: Relation<User>;

  /** 32 random bytes, base64url. Not the account's id, so that a lost authenticator reveals nothing about the account. */
  @Column('text')
  handle!: string;
}

/** The public half of a key that a user's device or its cloud stores. */
@Entity('passkeys')
@Unique('passkeys_credential_key', ['credentialId'])
@Index('passkeys_user', ['userId'])
@Check('passkeys_counter_check', 'counter >= 0')
export class Passkey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkeys_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @ManyToOne(() => PasskeyOwner, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'passkeys_owner_fkey' })
  owner?: Relation<PasskeyOwner>;

  /** The credential id that the authenticator chose, base64url. */
  @Column('text', { name: 'credential_id' })
  credentialId!: string;

  /** In COSE encoding. */
  @Column('bytea', { name: 'public_key' })
  publicKey!: Buffer;

  /** The authenticator's signature counter; always 0 for one that does not count. */
  @Column('bigint')
  counter!: string;

  /** The transports that the browser reported, such as `internal` or `usb`. */
  @Column('text', { array: true })
  transports!: string[];

  @Column('text')
  name!: string;

  @Column('boolean', { name: 'backed_up' })
  backedUp!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}

export type ChallengePurpose = 'add' | 'sign-in' | 'confirm';

/** A challenge for an authenticator to sign. Using it deletes it. */
@Entity('passkey_challenges')
@Index('passkey_challenges_user', ['userId'])
@Index('passkey_challenges_expires_at', ['expiresAt'])
@Check('passkey_challenges_purpose_check', `purpose IN ('add', 'sign-in', 'confirm')`)
export class PasskeyChallenge {
  /** SHA-256 of the challenge, base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'passkey_challenges_pkey' })
  hash!: string;

  @Column('text')
  purpose!: ChallengePurpose;

  /** The user who was asked; null for a sign-in, where the passkey identifies the user. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'passkey_challenges_user_fkey' })
  user?: Relation<User>;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
