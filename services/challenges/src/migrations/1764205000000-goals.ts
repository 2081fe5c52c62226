import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "goals" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "created_by" uuid NOT NULL, "client_id" uuid NOT NULL, "title" text NOT NULL, "why" text NOT NULL DEFAULT '', "category" text NOT NULL, "type" text NOT NULL, "target" integer, "unit" text, "per_week" integer, "due_at" TIMESTAMP WITH TIME ZONE, "ownership" text NOT NULL, "status" text NOT NULL, "achieved_at" TIMESTAMP WITH TIME ZONE, "delete_asked_by" uuid, "delete_asked_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, "version" integer NOT NULL, CONSTRAINT "goals_version_check" CHECK (version > 0), CONSTRAINT "goals_per_week_check" CHECK ((type = 'habit') = (per_week IS NOT NULL)), CONSTRAINT "goals_target_check" CHECK ((type IN ('counter', 'habit')) = (target IS NOT NULL)), CONSTRAINT "goals_proposed_check" CHECK (status <> 'proposed' OR ownership = 'ours'), CONSTRAINT "goals_achieved_check" CHECK ((status = 'achieved') = (achieved_at IS NOT NULL)), CONSTRAINT "goals_status_check" CHECK (status IN ('proposed', 'active', 'paused', 'achieved', 'let_go')), CONSTRAINT "goals_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "goals_client_id" ON "goals"  ("couple_id", "created_by", "client_id") `,
  `CREATE INDEX "goals_couple" ON "goals"  ("couple_id", "id") `,
  `CREATE TABLE "goal_milestones" ("id" uuid NOT NULL, "goal_id" uuid NOT NULL, "position" integer NOT NULL, "title" text NOT NULL, "done_at" TIMESTAMP WITH TIME ZONE, "done_by" uuid, CONSTRAINT "goal_milestones_done_check" CHECK (done_by IS NULL OR done_at IS NOT NULL), CONSTRAINT "goal_milestones_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "goal_milestones_goal" ON "goal_milestones"  ("goal_id", "position") `,
  `CREATE TABLE "goal_entries" ("id" uuid NOT NULL, "goal_id" uuid NOT NULL, "user_id" uuid NOT NULL, "client_id" uuid NOT NULL, "delta" integer NOT NULL, "note" text NOT NULL DEFAULT '', "day" integer NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "goal_entries_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "goal_entries_user" ON "goal_entries"  ("user_id") `,
  `CREATE UNIQUE INDEX "goal_entries_client_id" ON "goal_entries"  ("goal_id", "user_id", "client_id") `,
  `CREATE INDEX "goal_entries_goal" ON "goal_entries"  ("goal_id", "id") `,
  `CREATE TABLE "goal_cheers" ("goal_id" uuid NOT NULL, "user_id" uuid NOT NULL, "day" integer NOT NULL, CONSTRAINT "goal_cheers_pkey" PRIMARY KEY ("goal_id", "user_id", "day"))`,
  `CREATE INDEX "goal_cheers_user" ON "goal_cheers"  ("user_id") `,
  `ALTER TABLE "goals" ADD CONSTRAINT "goals_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "goal_milestones" ADD CONSTRAINT "goal_milestones_goal_fkey" FOREIGN KEY ("goal_id") REFERENCES "goals"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "goal_entries" ADD CONSTRAINT "goal_entries_goal_fkey" FOREIGN KEY ("goal_id") REFERENCES "goals"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "goal_cheers" ADD CONSTRAINT "goal_cheers_goal_fkey" FOREIGN KEY ("goal_id") REFERENCES "goals"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** What refers to another comes before it. */
const TABLES = ['goal_cheers', 'goal_entries', 'goal_milestones', 'goals'];

export class Goals1764205000000 implements MigrationInterface {
  readonly name = 'Goals1764205000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
