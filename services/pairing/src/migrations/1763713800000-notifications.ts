import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "notifications" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "kind" text NOT NULL, "about_id" uuid, "entity_type" text NOT NULL, "entity_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), "read_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "notifications_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "notifications_about" ON "notifications" ("about_id")`,
  `CREATE INDEX "notifications_user" ON "notifications" ("user_id", "created_at", "id")`,
  `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_about_fkey" FOREIGN KEY ("about_id") REFERENCES "people"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
];

export class Notifications1763713800000 implements MigrationInterface {
  readonly name = 'Notifications1763713800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "notifications"');
  }
}
