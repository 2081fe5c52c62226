import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { User } from '../users/user.entity.js';

export type TokenPurpose =
  'reset-password' | 'verify-email' | 'change-email' | 'lose-second-factor' | 'keep-second-factor';

/** A mailed link. A user has one per purpose: a newer one replaces the older, and using it deletes it. */
@Entity('email_tokens')
@Unique('email_tokens_hash_key', ['hash'])
@Check(
  'email_tokens_purpose_check',
  `purpose IN ('reset-password', 'verify-email', 'change-email', 'lose-second-factor', 'keep-second-factor')`,
)
export class EmailToken {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'email_tokens_pkey' })
  userId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'email_tokens_pkey' })
  purpose!: TokenPurpose;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'email_tokens_user_fkey' })
  user?: Relation<User>;

  /** SHA-256 of the token, base64url. */
  @Column('text')
  hash!: string;

  /** The recipient, when it is not the account's own address. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
