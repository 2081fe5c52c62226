import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../accounts/user.entity.js';

/** A refresh token that was used a moment ago, and what its successor is derived with. */
export interface Predecessor {
  /** SHA-256 of the token's secret, base64url. */
  hash: string;
  /** Mixed with the secret it gives the next one, base64url. */
  salt: string;
  /** When it was used, milliseconds since the epoch. */
  usedAt: number;
}

/** A signed-in device that still may refresh. What ends is deleted, and noted in `revoked_sessions`. */
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

  /** Those of the last 10 s, oldest first: two tabs that refresh at once get the same successor. */
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

/** An ended session, kept as long as its last access token could live. Tells nothing about the person. */
@Entity('revoked_sessions')
@Index('revoked_sessions_revoked_at', ['revokedAt'])
export class EndedSession {
  @PrimaryColumn('uuid', { name: 'session_id', primaryKeyConstraintName: 'revoked_sessions_pkey' })
  sessionId!: string;

  @Column('timestamptz', { name: 'revoked_at' })
  revokedAt!: Date;
}
