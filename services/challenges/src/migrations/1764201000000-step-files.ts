import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "challenges" ADD "access_epoch" integer NOT NULL DEFAULT '0'`,
  `CREATE TABLE "step_files" ("id" uuid NOT NULL, "step_id" uuid NOT NULL, "user_id" uuid NOT NULL, "position" smallint NOT NULL, "kind" text NOT NULL, CONSTRAINT "step_files_kind_check" CHECK (kind IN ('image', 'voice')), CONSTRAINT "step_files_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "step_files_part" ON "step_files" ("step_id", "user_id", "position")`,
  `ALTER TABLE "step_files" ADD CONSTRAINT "step_files_part_fkey" FOREIGN KEY ("step_id", "user_id") REFERENCES "step_parts"("step_id", "user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = ['DROP TABLE "step_files"', 'ALTER TABLE "challenges" DROP COLUMN "access_epoch"'];

/** Files of proofs, and the epoch for which links to them are signed. */
export class StepFiles1764201000000 implements MigrationInterface {
  readonly name = 'StepFiles1764201000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
