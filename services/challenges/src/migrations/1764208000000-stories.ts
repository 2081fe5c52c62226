import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "story_sessions" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "created_by" uuid NOT NULL, "client_id" uuid NOT NULL, "template_id" text NOT NULL, "template_version" integer NOT NULL, "status" text NOT NULL, "node_id" text NOT NULL, "path" jsonb NOT NULL DEFAULT '[]', "days_together" integer, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, "finished_at" TIMESTAMP WITH TIME ZONE, "capsule_id" uuid, "version" integer NOT NULL, CONSTRAINT "story_sessions_version_check" CHECK (version > 0), CONSTRAINT "story_sessions_finished_check" CHECK ((status = 'finished') = (finished_at IS NOT NULL)), CONSTRAINT "story_sessions_status_check" CHECK (status IN ('invited', 'active', 'finished', 'left')), CONSTRAINT "story_sessions_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "story_sessions_open" ON "story_sessions"  ("couple_id", "template_id") WHERE status IN ('invited', 'active')`,
  `CREATE UNIQUE INDEX "story_sessions_client_id" ON "story_sessions"  ("couple_id", "created_by", "client_id") `,
  `CREATE INDEX "story_sessions_couple" ON "story_sessions"  ("couple_id", "id") `,
  `CREATE TABLE "story_choices" ("session_id" uuid NOT NULL, "step" integer NOT NULL, "user_id" uuid NOT NULL, "node_id" text NOT NULL, "choice_id" text, "text" text, "at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "story_choices_either_check" CHECK ((choice_id IS NULL) <> (text IS NULL)), CONSTRAINT "story_choices_pkey" PRIMARY KEY ("session_id", "step", "user_id"))`,
  `CREATE INDEX "story_choices_user" ON "story_choices"  ("user_id") `,
  `ALTER TABLE "story_sessions" ADD CONSTRAINT "story_sessions_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "story_choices" ADD CONSTRAINT "story_choices_session_fkey" FOREIGN KEY ("session_id") REFERENCES "story_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** What refers to another comes before it. */
const TABLES = ['story_choices', 'story_sessions'];

export class Stories1764208000000 implements MigrationInterface {
  readonly name = 'Stories1764208000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
