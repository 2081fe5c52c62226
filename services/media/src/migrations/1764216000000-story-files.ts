import type { MigrationInterface, QueryRunner } from 'typeorm';

const typeCheck = (types: string): string[] => [
  `ALTER TABLE "file_owners" DROP CONSTRAINT "file_owners_type_check"`,
  `ALTER TABLE "file_owners" ADD CONSTRAINT "file_owners_type_check" CHECK (type IN (${types}))`,
];

const UP = typeCheck(`'capsule', 'challenge', 'story'`);

const DOWN = [`DELETE FROM "file_owners" WHERE type = 'story'`, ...typeCheck(`'capsule', 'challenge'`)];

/** Photos of stories. */
export class StoryFiles1764216000000 implements MigrationInterface {
  readonly name = 'StoryFiles1764216000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
