import { Check, Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { User } from '../accounts/user.entity.js';

/** By what name authenticators know a person. Kept when the last passkey goes, so that the next takes its place there. */
@Entity('passkey_owners')
@Unique('passkey_owners_handle_key', ['handle'])
export class PasskeyOwner {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'passkey_owners_pkey' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'passkey_owners_user_fkey' })
  user?: Relation<User>;

  /** 32 random bytes, base64url. Not the account's id: whoever finds an authenticator learns nothing of the account. */
  @Column('text')
  handle!: string;
}

/** The public half of a key that a person's device, or its cloud, keeps. */
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

  /** The authenticator's own name for the key, base64url. */
  @Column('text', { name: 'credential_id' })
  credentialId!: string;

  /** COSE. */
  @Column('bytea', { name: 'public_key' })
  publicKey!: Buffer;

  /** How often the authenticator says that it was used; 0 for ever where it does not count. */
  @Column('bigint')
  counter!: string;

  /** How the authenticator is reached, in the browser's words. */
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

/** What an authenticator has been asked to sign. Using it deletes it. */
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

  /** Who was asked; null where the passkey itself is to say it. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'passkey_challenges_user_fkey' })
  user?: Relation<User>;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
