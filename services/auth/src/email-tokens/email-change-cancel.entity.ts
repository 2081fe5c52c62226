import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../users/user.entity.js';

/**
 * A link that cancels the pending e-mail change of an account. A newer link does not replace an older
 * one, unlike other mailed links: otherwise an attacker could invalidate each link with a new request before the owner opens it.
 */
@Entity('email_change_cancels')
@Index('email_change_cancels_user', ['userId'])
@Index('email_change_cancels_expires_at', ['expiresAt'])
export class EmailChangeCancel {
  /** SHA-256 of the token, base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'email_change_cancels_pkey' })
  hash!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'email_change_cancels_user_fkey' })
  user?: Relation<User>;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
