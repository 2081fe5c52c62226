import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "outbox" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "published_to" text, "published_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "outbox_published_at" ON "outbox"  ("published_at") `,
  `CREATE INDEX "outbox_unpublished" ON "outbox"  ("id") WHERE published_to IS NULL`,
  `CREATE TABLE "dead_letter" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "reason" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "jobs" ("queue" text NOT NULL, "key" text COLLATE "C" NOT NULL, "subject" text, "payload" jsonb NOT NULL DEFAULT '{}', "attempts" integer NOT NULL DEFAULT '0', "lease" uuid, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "jobs_pkey" PRIMARY KEY ("queue", "key"))`,
  `CREATE INDEX "jobs_subject" ON "jobs"  ("subject") WHERE subject IS NOT NULL`,
  `CREATE INDEX "jobs_due" ON "jobs"  ("queue", "due_at") `,
  `CREATE TABLE "couples" ("id" uuid NOT NULL, "member_a" uuid NOT NULL, "member_b" uuid NOT NULL, "active" boolean NOT NULL, "version" integer NOT NULL, "linked_at" TIMESTAMP WITH TIME ZONE NOT NULL, "timezone" text NOT NULL, CONSTRAINT "couples_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "couples_member_b" ON "couples"  ("member_b") `,
  `CREATE INDEX "couples_member_a" ON "couples"  ("member_a") `,
  `CREATE TABLE "people" ("id" uuid NOT NULL, "first_name" text NOT NULL, "version" integer NOT NULL, CONSTRAINT "people_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "templates" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "created_by" uuid NOT NULL, "client_id" uuid NOT NULL, "title" text NOT NULL, "description" text NOT NULL DEFAULT '', "category" text NOT NULL, "minutes" integer NOT NULL, "steps" jsonb NOT NULL, "any_n" integer, "distance_ok" boolean NOT NULL, "intensity" integer NOT NULL, "version" integer NOT NULL, CONSTRAINT "templates_version_check" CHECK (version > 0), CONSTRAINT "templates_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "templates_client_id" ON "templates"  ("couple_id", "created_by", "client_id") `,
  `CREATE INDEX "templates_couple" ON "templates"  ("couple_id", "id") `,
  `CREATE TABLE "challenges" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "proposed_by" uuid NOT NULL, "client_id" uuid NOT NULL, "template_id" text, "title" text NOT NULL, "description" text NOT NULL DEFAULT '', "category" text NOT NULL, "status" text NOT NULL, "any_n" integer, "start_at" TIMESTAMP WITH TIME ZONE, "due_at" TIMESTAMP WITH TIME ZONE, "paused_at" TIMESTAMP WITH TIME ZONE, "overdue_at" TIMESTAMP WITH TIME ZONE, "completed_at" TIMESTAMP WITH TIME ZONE, "turns_at" TIMESTAMP WITH TIME ZONE, "note" text, "capsule_id" uuid, "delete_confirmed_by" uuid array NOT NULL DEFAULT '{}', "delete_confirmed_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, "version" integer NOT NULL, CONSTRAINT "challenges_version_check" CHECK (version > 0), CONSTRAINT "challenges_any_n_check" CHECK (any_n > 0), CONSTRAINT "challenges_overdue_check" CHECK (overdue_at IS NULL OR (due_at IS NOT NULL AND status <> 'paused')), CONSTRAINT "challenges_completed_check" CHECK ((status = 'completed') = (completed_at IS NOT NULL)), CONSTRAINT "challenges_paused_check" CHECK ((status = 'paused') = (paused_at IS NOT NULL)), CONSTRAINT "challenges_status_check" CHECK (status IN ('proposed', 'active', 'paused', 'completed', 'declined', 'cancelled', 'expired')), CONSTRAINT "challenges_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "challenges_turns_at" ON "challenges"  ("turns_at") WHERE turns_at IS NOT NULL`,
  `CREATE UNIQUE INDEX "challenges_client_id" ON "challenges"  ("couple_id", "proposed_by", "client_id") `,
  `CREATE INDEX "challenges_couple" ON "challenges"  ("couple_id", "id") `,
  `CREATE TABLE "challenge_steps" ("id" uuid NOT NULL, "challenge_id" uuid NOT NULL, "position" integer NOT NULL, "title" text NOT NULL, "description" text NOT NULL DEFAULT '', "type" text NOT NULL, "who" text NOT NULL, "proof" text NOT NULL, "reveal" text NOT NULL, "day" integer NOT NULL DEFAULT '1', "opens_at" TIMESTAMP WITH TIME ZONE, "skipped" boolean NOT NULL DEFAULT false, "skip_asked_by" uuid, "skip_asked_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "challenge_steps_reveal_check" CHECK (reveal = 'at_once' OR who = 'both'), CONSTRAINT "challenge_steps_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "challenge_steps_challenge" ON "challenge_steps"  ("challenge_id", "position") `,
  `CREATE TABLE "step_parts" ("step_id" uuid NOT NULL, "user_id" uuid NOT NULL, "client_id" uuid, "text" text, "done_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "step_parts_pkey" PRIMARY KEY ("step_id", "user_id"))`,
  `CREATE INDEX "step_parts_user" ON "step_parts"  ("user_id") `,
  `CREATE TABLE "reflections" ("challenge_id" uuid NOT NULL, "user_id" uuid NOT NULL, "text" text NOT NULL, "mood" integer NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "reflections_mood_check" CHECK (mood BETWEEN 1 AND 5), CONSTRAINT "reflections_pkey" PRIMARY KEY ("challenge_id", "user_id"))`,
  `CREATE INDEX "reflections_user" ON "reflections"  ("user_id") `,
  `CREATE TABLE "awards" ("couple_id" uuid NOT NULL, "key" text NOT NULL, "kind" text NOT NULL, "points" integer NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "awards_kind_check" CHECK (kind IN ('step', 'challenge', 'daily')), CONSTRAINT "awards_points_check" CHECK (points > 0), CONSTRAINT "awards_pkey" PRIMARY KEY ("couple_id", "key"))`,
  `CREATE TABLE "badges" ("couple_id" uuid NOT NULL, "id" text NOT NULL, "earned_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "badges_pkey" PRIMARY KEY ("couple_id", "id"))`,
  `ALTER TABLE "awards" ADD CONSTRAINT "awards_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "badges" ADD CONSTRAINT "badges_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "templates" ADD CONSTRAINT "templates_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "challenges" ADD CONSTRAINT "challenges_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "reflections" ADD CONSTRAINT "reflections_challenge_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenges"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "challenge_steps" ADD CONSTRAINT "challenge_steps_challenge_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenges"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "step_parts" ADD CONSTRAINT "step_parts_step_fkey" FOREIGN KEY ("step_id") REFERENCES "challenge_steps"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** What refers to another comes before it. */
const TABLES = [
  'badges',
  'awards',
  'reflections',
  'step_parts',
  'challenge_steps',
  'challenges',
  'templates',
  'people',
  'couples',
  'jobs',
  'dead_letter',
  'outbox',
];

export class Challenges1764100004000 implements MigrationInterface {
  readonly name = 'Challenges1764100004000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
