import { Check, Column, Entity, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../accounts/user.entity.js';

/** The secret that a person's authenticator app shares with us. */
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

  /** null until a code came back: only then a sign-in asks for one. */
  @Column('timestamptz', { name: 'enabled_at', nullable: true })
  enabledAt!: Date | null;

  /** The half minute of the newest code that was used: neither it nor an older one is taken again. */
  @Column('integer', { name: 'last_step', default: 0 })
  lastStep!: number;

  /** Wrong codes in a row. */
  @Column('integer', { default: 0 })
  failures!: number;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;
}

/** A code for the day on which the phone is lost. Using it deletes it. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'recovery_codes_pkey' })
  userId!: string;

  /** Keyed, so that the table alone is no help in guessing. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_codes_pkey' })
  hash!: string;

  @ManyToOne(() => SecondFactor, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'recovery_codes_factor_fkey' })
  factor?: Relation<SecondFactor>;
}
