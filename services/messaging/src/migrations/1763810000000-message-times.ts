import type { MigrationInterface, QueryRunner } from 'typeorm';

/** _On this day_ reads the messages of one day. */
export class MessageTimes1763810000000 implements MigrationInterface {
  readonly name = 'MessageTimes1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "messages_created_at" ON "messages" ("conversation_id", "created_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "messages_created_at"`);
  }
}
