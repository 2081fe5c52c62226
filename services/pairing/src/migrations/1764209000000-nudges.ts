import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "nudges" ("user_id" uuid NOT NULL, "sent_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "nudges_pkey" PRIMARY KEY ("user_id"))`,
  `ALTER TABLE "nudges" ADD CONSTRAINT "nudges_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class Nudges1764209000000 implements MigrationInterface {
  readonly name = 'Nudges1764209000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "nudges"');
  }
}
