import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "capsules" ADD "theme" text`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_theme_check" CHECK (theme IN ('paper', 'night', 'sea', 'forest', 'rose', 'sun')) NOT VALID`,
];

/** The colours of a capsule's outside. */
export class CapsuleThemes1764320000000 implements MigrationInterface {
  readonly name = 'CapsuleThemes1764320000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "capsules" DROP COLUMN "theme"');
  }
}
