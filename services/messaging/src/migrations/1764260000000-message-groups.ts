import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // Half of a page stays free, so that a mark stays beside its row, and WAL contains the difference only.
  `CREATE TABLE "message_groups" ("id" bigint NOT NULL, "message_ids" uuid array NOT NULL, "linked" boolean NOT NULL, "request_id" text NOT NULL, "trace" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "published_to" text, "published_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "message_groups_pkey" PRIMARY KEY ("id")) WITH (fillfactor = 50)`,
  `CREATE INDEX "message_groups_unpublished" ON "message_groups" ("id") WHERE published_to IS NULL`,
  `CREATE INDEX "message_groups_published_at" ON "message_groups" ("published_at")`,
];

/** Messages whose events are published, one row for each group instead of one for each message. */
export class MessageGroups1764260000000 implements MigrationInterface {
  readonly name = 'MessageGroups1764260000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "message_groups"');
  }
}
