import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "handled_capsule_steps" ("event_id" uuid NOT NULL, "couple_id" uuid NOT NULL, "handled_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "handled_capsule_steps_pkey" PRIMARY KEY ("event_id"))`,
  `CREATE INDEX "handled_capsule_steps_handled_at" ON "handled_capsule_steps" ("handled_at")`,
  `CREATE INDEX "handled_capsule_steps_couple" ON "handled_capsule_steps" ("couple_id")`,
  `ALTER TABLE "handled_capsule_steps" ADD CONSTRAINT "handled_capsule_steps_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class HandledCapsuleSteps1764100002000 implements MigrationInterface {
  readonly name = 'HandledCapsuleSteps1764100002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE handled_capsule_steps');
  }
}
