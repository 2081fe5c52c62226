import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validates the check of the themes. Other transactions go on while it reads the table. */
export class CapsuleThemesChecked1764320001000 implements MigrationInterface {
  readonly name = 'CapsuleThemesChecked1764320001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "capsules" VALIDATE CONSTRAINT "capsules_theme_check"');
  }

  async down(): Promise<void> {
    // The check stays: a validated one needs no way back.
  }
}
