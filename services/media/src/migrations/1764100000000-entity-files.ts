import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "file_owners" ("type" text NOT NULL, "id" uuid NOT NULL, "couple_id" uuid NOT NULL, "access_epoch" integer NOT NULL DEFAULT '0', CONSTRAINT "file_owners_type_check" CHECK (type IN ('capsule', 'challenge')), CONSTRAINT "file_owners_pkey" PRIMARY KEY ("type", "id"))`,
  `CREATE INDEX "file_owners_couple" ON "file_owners" ("couple_id")`,
  `ALTER TABLE "file_owners" ADD CONSTRAINT "file_owners_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "attachments" ADD "owner_type" text, ADD "entity_id" uuid, ADD "details" bytea`,
  `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_entity_check" CHECK ((owner_type IS NULL) = (entity_id IS NULL) AND (entity_id IS NULL) = (details IS NULL))`,
  `CREATE INDEX "attachments_entity" ON "attachments" ("owner_type", "entity_id") WHERE entity_id IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX "attachments_entity"',
  'ALTER TABLE "attachments" DROP CONSTRAINT "attachments_entity_check"',
  'ALTER TABLE "attachments" DROP COLUMN "details", DROP COLUMN "entity_id", DROP COLUMN "owner_type"',
  'DROP TABLE "file_owners"',
];

/** Files of entities beside those of messages, and what the links to them are signed for. */
export class EntityFiles1764100000000 implements MigrationInterface {
  readonly name = 'EntityFiles1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
