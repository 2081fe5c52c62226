import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../users/user.entity.js';

/** A refresh token that was used within the overlap, with the salt of its successor. */
export interface Predecessor {
  /** SHA-256 of the token's secret, base64url. */
  hash: string;
  /** The next secret is the HMAC of this salt under the token's secret. Base64url. */
  salt: string;
  /** When it was used, milliseconds since the epoch. */
  usedAt: number;
}

/** A signed-in device. A session that ends is deleted and written to `revoked_sessions`. */
@Entity('sessions')
@Index('sessions_user', ['userId'])
@Index('sessions_expires_at', ['expiresAt'])
export class Session {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sessions_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_fkey' })
  user?: Relation<User>;

  /** SHA-256 of the current refresh token's secret, base64url. */
  @Column('text', { name: 'refresh_hash' })
  refreshHash!: string;

  /** The last used tokens, oldest first. For 10 s after its use each gets the same successor, so two tabs may refresh at once. */
  @Column('jsonb', { default: [] })
  predecessors!: Predecessor[];

  @Column('text')
  device!: string;

  @Column('text')
  ip!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at' })
  lastUsedAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}

/** An ended session, stored for the lifetime of its last access token. It does not identify the user. */
@Entity('revoked_sessions')
@Index('revoked_sessions_revoked_at', ['revokedAt'])
export class EndedSession {
  @PrimaryColumn('uuid', { name: 'session_id', primaryKeyConstraintName: 'revoked_sessions_pkey' })
  sessionId!: string;

  @Column('timestamptz', { name: 'revoked_at' })
  revokedAt!: Date;
}
