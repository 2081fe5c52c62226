import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "story_choices" ADD "file_id" uuid`,
  `ALTER TABLE "story_choices" ADD "client_id" uuid`,
  `ALTER TABLE "story_choices" DROP CONSTRAINT "story_choices_either_check"`,
  `ALTER TABLE "story_choices" ADD CONSTRAINT "story_choices_either_check" CHECK ((choice_id IS NULL) <> (text IS NULL AND file_id IS NULL))`,
  `CREATE UNIQUE INDEX "story_choices_file" ON "story_choices" ("file_id") WHERE file_id IS NOT NULL`,
];

const DOWN = [
  `DELETE FROM "story_choices" WHERE choice_id IS NULL AND text IS NULL`,
  `ALTER TABLE "story_choices" DROP CONSTRAINT "story_choices_either_check"`,
  `ALTER TABLE "story_choices" DROP COLUMN "client_id", DROP COLUMN "file_id"`,
  `ALTER TABLE "story_choices" ADD CONSTRAINT "story_choices_either_check" CHECK ((choice_id IS NULL) <> (text IS NULL))`,
];

/** Photos in stories. */
export class StoryPhotos1764216001000 implements MigrationInterface {
  readonly name = 'StoryPhotos1764216001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
