import type { MigrationInterface, QueryRunner } from 'typeorm';

/** TypeORM cannot describe an index on an expression: the entity only knows its name. */
export class MessageSearch1763721000000 implements MigrationInterface {
  readonly name = 'MessageSearch1763721000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "messages_search" ON "messages" USING gin (to_tsvector('simple', "content"))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "messages_search"');
  }
}
