import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "capsules" ADD "access_epoch" integer NOT NULL DEFAULT '0'`,
  `CREATE TABLE "contribution_files" ("id" uuid NOT NULL, "contribution_id" uuid NOT NULL, "capsule_id" uuid NOT NULL, "position" smallint NOT NULL, "kind" text NOT NULL, "caption" text NOT NULL DEFAULT '', "taken_at" text, "lat" double precision, "lng" double precision, "fingerprint" text NOT NULL, CONSTRAINT "contribution_files_place_check" CHECK ((lat IS NULL) = (lng IS NULL)), CONSTRAINT "contribution_files_kind_check" CHECK (kind IN ('image', 'video', 'voice')), CONSTRAINT "contribution_files_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "contribution_files_fingerprint" ON "contribution_files" ("capsule_id", "fingerprint")`,
  `CREATE UNIQUE INDEX "contribution_files_contribution" ON "contribution_files" ("contribution_id", "position")`,
  `ALTER TABLE "contribution_files" ADD CONSTRAINT "contribution_files_contribution_fkey" FOREIGN KEY ("contribution_id") REFERENCES "contributions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = ['DROP TABLE "contribution_files"', 'ALTER TABLE "capsules" DROP COLUMN "access_epoch"'];

/** Files of contributions, and the epoch for which links to them are signed. */
export class ContributionFiles1764100000000 implements MigrationInterface {
  readonly name = 'ContributionFiles1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
