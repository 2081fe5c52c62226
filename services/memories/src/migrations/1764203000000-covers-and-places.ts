import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "capsules" ADD "cover_upload_id" uuid`,
  `ALTER TABLE "capsules" ADD "cover_client_id" uuid`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_cover_check" CHECK ((cover_upload_id IS NULL) = (cover_client_id IS NULL))`,
  `CREATE INDEX "capsules_cover" ON "capsules" ("cover_upload_id") WHERE cover_upload_id IS NOT NULL`,
  `ALTER TABLE "contribution_files" ADD "is_cover" boolean NOT NULL DEFAULT false`,
  `CREATE UNIQUE INDEX "contribution_files_cover" ON "contribution_files" ("capsule_id") WHERE is_cover`,
  `ALTER TABLE "contributions" ADD "has_pictured_place" boolean NOT NULL DEFAULT false`,
  `UPDATE "contributions" r SET "has_pictured_place" = true WHERE EXISTS (SELECT 1 FROM "contribution_files" f WHERE f.contribution_id = r.id AND f.lat IS NOT NULL)`,
  // The map reads its first places in their order.
  `CREATE INDEX "contributions_mapped" ON "contributions" ("couple_id", "happened_on", "id") WHERE (lat IS NOT NULL OR has_pictured_place)`,
  `DROP INDEX "contributions_places"`,
  // A card counts what lies in its capsule without reading the rows.
  `CREATE INDEX "contributions_counts" ON "contributions" ("capsule_id", "author_id", "kind")`,
];

const DOWN = [
  `DROP INDEX "contributions_counts"`,
  `CREATE INDEX "contributions_places" ON "contributions" ("couple_id") WHERE lat IS NOT NULL`,
  `ALTER TABLE "contributions" DROP COLUMN "has_pictured_place"`,
  `ALTER TABLE "contribution_files" DROP COLUMN "is_cover"`,
  `ALTER TABLE "capsules" DROP COLUMN "cover_client_id", DROP COLUMN "cover_upload_id"`,
];

/** Covers of capsules, the places of pictures on the map, and an index for the counts of cards. */
export class CoversAndPlaces1764203000000 implements MigrationInterface {
  readonly name = 'CoversAndPlaces1764203000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
