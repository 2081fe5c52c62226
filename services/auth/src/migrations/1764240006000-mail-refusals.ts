import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All columns are nullable, because the previous build neither writes nor reads them. */
export class MailRefusals1764240006000 implements MigrationInterface {
  readonly name = 'MailRefusals1764240006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE users ADD COLUMN email_refused_at timestamptz, ADD COLUMN pending_email_refused_at timestamptz, ADD COLUMN unsubscribe_key text`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE users DROP COLUMN email_refused_at, DROP COLUMN pending_email_refused_at, DROP COLUMN unsubscribe_key`,
    );
  }
}
