import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "capsules" ADD "goal_id" uuid`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_source_check"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_source_check" CHECK (source IN ('manual', 'chat', 'year', 'challenge', 'story', 'goal'))`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_goal_check" CHECK ((source = 'goal') = (goal_id IS NOT NULL))`,
  `CREATE UNIQUE INDEX "capsules_goal" ON "capsules" ("couple_id", "goal_id") WHERE goal_id IS NOT NULL`,
];

const DOWN = [
  `DELETE FROM "capsules" WHERE source = 'goal'`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_source_check"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_source_check" CHECK (source IN ('manual', 'chat', 'year', 'challenge', 'story'))`,
  `ALTER TABLE "capsules" DROP COLUMN "goal_id"`,
];

/** Keepsakes of achieved goals. */
export class GoalKeepsakes1764214001000 implements MigrationInterface {
  readonly name = 'GoalKeepsakes1764214001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
