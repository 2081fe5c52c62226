import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NamesAtEnd1763719300000 implements MigrationInterface {
  readonly name = 'NamesAtEnd1763719300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "conversation_members" ADD "first_name_at_end" text, ADD "username_at_end" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "conversation_members" DROP COLUMN "first_name_at_end", DROP COLUMN "username_at_end"',
    );
  }
}
