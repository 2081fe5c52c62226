import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "activities" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "kind" text NOT NULL, "actor_id" uuid, "entity_type" text NOT NULL, "entity_id" uuid NOT NULL, "changed" text array, "at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "activities_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "activities_couple" ON "activities" ("couple_id", "at", "id")`,
  `ALTER TABLE "activities" ADD CONSTRAINT "activities_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class Activities1763714400000 implements MigrationInterface {
  readonly name = 'Activities1763714400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "activities"');
  }
}
