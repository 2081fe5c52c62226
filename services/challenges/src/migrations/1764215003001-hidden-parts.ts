import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "couples" ADD "hidden_parts" text array NOT NULL DEFAULT '{}'`,
  `ALTER TABLE "couples" ADD "hidden_version" integer NOT NULL DEFAULT 0`,
  `ALTER TABLE "couples" ADD CONSTRAINT "couples_hidden_check" CHECK (hidden_version >= 0)`,
];

const DOWN = [`ALTER TABLE "couples" DROP COLUMN "hidden_version"`, `ALTER TABLE "couples" DROP COLUMN "hidden_parts"`];

export class HiddenParts1764215003001 implements MigrationInterface {
  readonly name = 'HiddenParts1764215003001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
