import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../users/user.entity.js';

/** A browser that has signed in to an account. It grants no access; its wrong passwords are counted apart from those of unknown browsers. */
@Entity('remembered_devices')
@Index('remembered_devices_hash', ['hash'])
@Index('remembered_devices_expires_at', ['expiresAt'])
export class RememberedDevice {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'remembered_devices_pkey' })
  userId!: string;

  /** SHA-256 of the token, base64url. One browser may be remembered for several accounts. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'remembered_devices_pkey' })
  hash!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'remembered_devices_user_fkey' })
  user?: Relation<User>;

  /** The newest session of this browser: an ending of trust keeps the row of the acting session. */
  @Column('uuid', { name: 'session_id' })
  sessionId!: string;

  @Column('timestamptz', { name: 'signed_in_at' })
  signedInAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
