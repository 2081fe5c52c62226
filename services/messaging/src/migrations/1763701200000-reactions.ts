import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "reactions" ("message_id" uuid NOT NULL, "user_id" uuid NOT NULL, "emoji" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "reactions_pkey" PRIMARY KEY ("message_id", "user_id", "emoji"))`,
  `CREATE INDEX "reactions_user" ON "reactions" ("user_id")`,
  `ALTER TABLE "reactions" ADD CONSTRAINT "reactions_message_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
];

export class Reactions1763701200000 implements MigrationInterface {
  readonly name = 'Reactions1763701200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "reactions"');
  }
}
