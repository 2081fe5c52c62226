import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

export const MAIL_KINDS = ['verify-email', 'reset-password', 'password-changed', 'export-ready', 'change-email', 'email-changed', 'security', 'notice'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * A mail that was promised, committed with the promise. It names the kind and the account only: the text and its
 * link are made when it is sent, so that no secret waits in a table, and that a forgotten password costs the same one
 * insert whether there is such an account or not. One of a kind waits per account and what it is about.
 */
@Entity('mail_outbox')
@Unique('mail_outbox_waiting_key', ['emailKey', 'kind', 'about'])
@Index('mail_outbox_next_attempt_at', ['nextAttemptAt'])
@Check('mail_outbox_kind_check', `kind IN ('verify-email', 'reset-password', 'password-changed', 'export-ready', 'change-email', 'email-changed', 'security', 'notice')`)
export class MailJob {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_outbox_pkey' })
  id!: string;

  @Column('text')
  kind!: MailKind;

  /** Whose account, as `users.email_key`; perhaps nobody's. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  /** Where it goes when that is not the account's address: to one that the account had until now. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** What it tells of, where the kind alone does not say it. */
  @Column('text', { default: '' })
  about!: string;

  @Column('integer', { default: 0 })
  attempts!: number;

  /** Not before this instant; while it is being sent, when somebody else may try. */
  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt!: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
