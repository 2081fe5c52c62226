import { Check, Column, Entity, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../users/user.entity.js';

/** The TOTP secret that a user's authenticator app shares with the service. */
@Entity('second_factors')
@Check('second_factors_failures_check', 'failures >= 0')
export class SecondFactor {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'second_factors_pkey' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'second_factors_user_fkey' })
  user?: Relation<User>;

  /** Encrypted; see `SecretBox`. */
  @Column('text')
  secret!: string;

  /** `SecretBox.keyId` of the key that encrypted the row; null in a row of an earlier build. */
  @Column('text', { name: 'key_id', nullable: true })
  keyId!: string | null;

  /** The key of the recovery codes' hashes, encrypted. A rotation can encrypt this key again, but cannot compute the hashes anew. */
  @Column('text', { name: 'codes_key', nullable: true })
  codesKey!: string | null;

  /** null until the user has entered a first code; before that a sign-in asks for none. */
  @Column('timestamptz', { name: 'enabled_at', nullable: true })
  enabledAt!: Date | null;

  /** The 30 s period of the newest used code. That code and older ones are refused. */
  @Column('integer', { name: 'last_step', default: 0 })
  lastStep!: number;

  /** Consecutive wrong codes. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;
}

/** A recovery code for a lost authenticator app. Using it deletes it. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'recovery_codes_pkey' })
  userId!: string;

  /** An HMAC, so that guesses cannot be checked with the table alone. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  hash!: string;

  @ManyToOne(() => SecondFactor, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'recovery_codes_factor_fkey' })
  factor?: Relation<SecondFactor>;
}
