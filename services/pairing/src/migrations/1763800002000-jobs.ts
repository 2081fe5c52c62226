import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "jobs" ("queue" text NOT NULL, "key" text COLLATE "C" NOT NULL, "subject" text, "payload" jsonb NOT NULL DEFAULT '{}', "attempts" integer NOT NULL DEFAULT '0', "lease" uuid, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "jobs_pkey" PRIMARY KEY ("queue", "key"))`,
  `CREATE INDEX "jobs_due" ON "jobs" ("queue", "due_at")`,
  `CREATE INDEX "jobs_subject" ON "jobs" ("subject") WHERE subject IS NOT NULL`,
];

export class Jobs1763800002000 implements MigrationInterface {
  readonly name = 'Jobs1763800002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE jobs');
  }
}
