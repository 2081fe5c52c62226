import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

/** A code that links its issuer with the person who redeems it, once. */
@Entity('invites')
@Check('invites_used_check', '(used_at IS NULL) = (used_by IS NULL)')
@Index('invites_issuer', ['issuerId', 'createdAt'])
@Index('invites_expires_at', ['expiresAt'])
export class Invite {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'invites_pkey' })
  code!: string;

  @Column('uuid', { name: 'issuer_id' })
  issuerId!: string;

  /** The alias of the session that created it; null for a code of the previous build. */
  @Column('uuid', { nullable: true })
  session!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;

  /** The person who redeemed it; their repeated call finds the same outcome. */
  @Column('uuid', { name: 'used_by', nullable: true })
  usedBy!: string | null;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'issuer_id', foreignKeyConstraintName: 'invites_issuer_fkey' })
  issuer!: Relation<Person>;
}
