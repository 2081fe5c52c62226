import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Both columns are nullable, because the previous build neither writes nor reads them. */
export class SecondFactorKeys1763750002000 implements MigrationInterface {
  readonly name = 'SecondFactorKeys1763750002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE second_factors ADD COLUMN key_id text, ADD COLUMN codes_key text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE second_factors DROP COLUMN key_id, DROP COLUMN codes_key');
  }
}
