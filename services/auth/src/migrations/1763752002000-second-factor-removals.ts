import type { MigrationInterface, QueryRunner } from 'typeorm';

const PURPOSES = `'reset-password', 'verify-email', 'change-email'`;
const ADDED = `'lose-second-factor', 'keep-second-factor'`;

const UP = [
  'ALTER TABLE users ADD COLUMN second_factor_removal_at timestamptz',
  'CREATE INDEX users_second_factor_removal_at ON users (second_factor_removal_at) WHERE second_factor_removal_at IS NOT NULL',
  'ALTER TABLE email_tokens DROP CONSTRAINT email_tokens_purpose_check',
  `ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_purpose_check CHECK (purpose IN (${PURPOSES}, ${ADDED}))`,
];

const DOWN = [
  `DELETE FROM email_tokens WHERE purpose IN (${ADDED})`,
  'ALTER TABLE email_tokens DROP CONSTRAINT email_tokens_purpose_check',
  `ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_purpose_check CHECK (purpose IN (${PURPOSES}))`,
  'DROP INDEX users_second_factor_removal_at',
  'ALTER TABLE users DROP COLUMN second_factor_removal_at',
];

export class SecondFactorRemovals1763752002000 implements MigrationInterface {
  readonly name = 'SecondFactorRemovals1763752002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
