import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "on_this_day_exclusions" ("id" uuid NOT NULL, "conversation_id" uuid NOT NULL, "user_id" uuid NOT NULL, "message_id" uuid, "first_day" date, "last_day" date, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "on_this_day_exclusions_period" UNIQUE ("conversation_id", "user_id", "first_day", "last_day"), CONSTRAINT "on_this_day_exclusions_message" UNIQUE ("conversation_id", "user_id", "message_id"), CONSTRAINT "on_this_day_exclusions_kind_check" CHECK ((message_id IS NULL) = (first_day IS NOT NULL) AND (first_day IS NULL) = (last_day IS NULL) AND first_day <= last_day), CONSTRAINT "on_this_day_exclusions_pkey" PRIMARY KEY ("id"))`,
  `ALTER TABLE "on_this_day_exclusions" ADD CONSTRAINT "on_this_day_exclusions_member_fkey" FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversation_members"("conversation_id","user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `CREATE TABLE "on_this_day_off" ("conversation_id" uuid NOT NULL, "user_id" uuid NOT NULL, CONSTRAINT "on_this_day_off_pkey" PRIMARY KEY ("conversation_id", "user_id"))`,
  `ALTER TABLE "on_this_day_off" ADD CONSTRAINT "on_this_day_off_member_fkey" FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversation_members"("conversation_id","user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Exclusions and the switch of _on this day_. */
export class OnThisDay1763747000000 implements MigrationInterface {
  readonly name = 'OnThisDay1763747000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['on_this_day_off', 'on_this_day_exclusions']) await runner.query(`DROP TABLE "${table}"`);
  }
}
