import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "wishes" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "created_by" uuid NOT NULL, "client_id" uuid NOT NULL, "title" text NOT NULL, "points" integer NOT NULL, "status" text NOT NULL, "redeemed_at" TIMESTAMP WITH TIME ZONE, "confirmed_by" uuid, "fulfilled_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, "version" integer NOT NULL, CONSTRAINT "wishes_version_check" CHECK (version > 0), CONSTRAINT "wishes_points_check" CHECK (points > 0), CONSTRAINT "wishes_fulfilled_check" CHECK ((status IN ('fulfilled', 'deleted')) = (fulfilled_at IS NOT NULL)), CONSTRAINT "wishes_confirmed_check" CHECK (confirmed_by IS NULL OR status = 'redeemed'), CONSTRAINT "wishes_redeemed_check" CHECK ((status = 'open') = (redeemed_at IS NULL)), CONSTRAINT "wishes_status_check" CHECK (status IN ('open', 'redeemed', 'fulfilled', 'deleted')), CONSTRAINT "wishes_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "wishes_redeemed_at" ON "wishes"  ("redeemed_at") WHERE status = 'redeemed'`,
  `CREATE UNIQUE INDEX "wishes_client_id" ON "wishes"  ("couple_id", "created_by", "client_id") `,
  `CREATE INDEX "wishes_couple" ON "wishes"  ("couple_id", "id") `,
  `ALTER TABLE "wishes" ADD CONSTRAINT "wishes_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class Wishes1764206000000 implements MigrationInterface {
  readonly name = 'Wishes1764206000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "wishes"');
  }
}
