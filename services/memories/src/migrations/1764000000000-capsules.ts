import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "outbox" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "published_to" text, "published_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "outbox_published_at" ON "outbox" ("published_at")`,
  `CREATE INDEX "outbox_unpublished" ON "outbox" ("id") WHERE published_to IS NULL`,
  `CREATE TABLE "dead_letter" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "reason" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "jobs" ("queue" text NOT NULL, "key" text COLLATE "C" NOT NULL, "subject" text, "payload" jsonb NOT NULL DEFAULT '{}', "attempts" integer NOT NULL DEFAULT '0', "lease" uuid, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "jobs_pkey" PRIMARY KEY ("queue", "key"))`,
  `CREATE INDEX "jobs_due" ON "jobs" ("queue", "due_at")`,
  `CREATE INDEX "jobs_subject" ON "jobs" ("subject") WHERE subject IS NOT NULL`,
  `CREATE TABLE "couples" ("id" uuid NOT NULL, "member_a" uuid NOT NULL, "member_b" uuid NOT NULL, "active" boolean NOT NULL, "version" integer NOT NULL, "linked_at" TIMESTAMP WITH TIME ZONE NOT NULL, "timezone" text NOT NULL, CONSTRAINT "couples_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "couples_member_b" ON "couples" ("member_b")`,
  `CREATE INDEX "couples_member_a" ON "couples" ("member_a")`,
  `CREATE TABLE "people" ("id" uuid NOT NULL, "first_name" text NOT NULL, "version" integer NOT NULL, CONSTRAINT "people_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "capsules" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "created_by" uuid NOT NULL, "client_id" uuid NOT NULL, "kind" text NOT NULL, "title" text NOT NULL, "description" text NOT NULL DEFAULT '', "emoji" text, "tags" text array NOT NULL DEFAULT '{}', "status" text NOT NULL, "unlock_at" TIMESTAMP WITH TIME ZONE, "unlock_tz" text, "open_rule" text NOT NULL, "seal_confirmed_by" uuid array NOT NULL DEFAULT '{}', "seal_confirmed_at" TIMESTAMP WITH TIME ZONE, "open_confirmed_by" uuid array NOT NULL DEFAULT '{}', "open_confirmed_at" TIMESTAMP WITH TIME ZONE, "delete_confirmed_by" uuid array NOT NULL DEFAULT '{}', "delete_confirmed_at" TIMESTAMP WITH TIME ZONE, "sealed_at" TIMESTAMP WITH TIME ZONE, "ready_at" TIMESTAMP WITH TIME ZONE, "completed_at" TIMESTAMP WITH TIME ZONE, "proposed_unlock_at" TIMESTAMP WITH TIME ZONE, "proposed_by" uuid, "proposed_at" TIMESTAMP WITH TIME ZONE, "deleted_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, "version" integer NOT NULL, CONSTRAINT "capsules_version_check" CHECK (version > 0), CONSTRAINT "capsules_keepsake_check" CHECK (kind = 'timed' OR status IN ('collecting', 'completed')), CONSTRAINT "capsules_unlock_check" CHECK ((kind = 'timed') = (unlock_at IS NOT NULL AND unlock_tz IS NOT NULL)), CONSTRAINT "capsules_status_check" CHECK (status IN ('collecting', 'sealed', 'ready', 'completed')), CONSTRAINT "capsules_kind_check" CHECK (kind IN ('timed', 'keepsake')), CONSTRAINT "capsules_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "capsules_deleted_at" ON "capsules" ("deleted_at") WHERE deleted_at IS NOT NULL`,
  `CREATE INDEX "capsules_unlock_at" ON "capsules" ("unlock_at") WHERE status = 'sealed'`,
  `CREATE UNIQUE INDEX "capsules_client_id" ON "capsules" ("couple_id", "created_by", "client_id")`,
  `CREATE INDEX "capsules_couple" ON "capsules" ("couple_id", "id")`,
  `CREATE TABLE "contributions" ("id" uuid NOT NULL, "capsule_id" uuid NOT NULL, "couple_id" uuid NOT NULL, "author_id" uuid NOT NULL, "client_id" uuid NOT NULL, "kind" text NOT NULL, "text" text NOT NULL DEFAULT '', "place_label" text, "lat" double precision, "lng" double precision, "happened_on" date NOT NULL, "visibility" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "edited_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "contributions_place_check" CHECK ((lat IS NULL) = (lng IS NULL) AND (lat IS NULL OR place_label IS NOT NULL)), CONSTRAINT "contributions_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "contributions_places" ON "contributions" ("couple_id") WHERE lat IS NOT NULL`,
  `CREATE UNIQUE INDEX "contributions_client_id" ON "contributions" ("capsule_id", "author_id", "client_id")`,
  `CREATE INDEX "contributions_author" ON "contributions" ("author_id")`,
  `CREATE INDEX "contributions_timeline" ON "contributions" ("couple_id", "happened_on", "id")`,
  `CREATE INDEX "contributions_capsule" ON "contributions" ("capsule_id", "happened_on", "id")`,
  `CREATE TABLE "capsule_marks" ("capsule_id" uuid NOT NULL, "user_id" uuid NOT NULL, "favourite" boolean NOT NULL DEFAULT false, "hidden" boolean NOT NULL DEFAULT false, CONSTRAINT "capsule_marks_pkey" PRIMARY KEY ("capsule_id", "user_id"))`,
  `CREATE INDEX "capsule_marks_user" ON "capsule_marks" ("user_id")`,
  `CREATE TABLE "capsule_comments" ("id" uuid NOT NULL, "capsule_id" uuid NOT NULL, "user_id" uuid NOT NULL, "client_id" uuid NOT NULL, "text" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "capsule_comments_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "capsule_comments_client_id" ON "capsule_comments" ("capsule_id", "user_id", "client_id")`,
  `CREATE INDEX "capsule_comments_user" ON "capsule_comments" ("user_id")`,
  `CREATE INDEX "capsule_comments_capsule" ON "capsule_comments" ("capsule_id", "id")`,
  `CREATE TABLE "capsule_reactions" ("capsule_id" uuid NOT NULL, "user_id" uuid NOT NULL, "emoji" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "capsule_reactions_pkey" PRIMARY KEY ("capsule_id", "user_id", "emoji"))`,
  `CREATE INDEX "capsule_reactions_user" ON "capsule_reactions" ("user_id")`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "contributions" ADD CONSTRAINT "contributions_capsule_fkey" FOREIGN KEY ("capsule_id") REFERENCES "capsules"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "capsule_marks" ADD CONSTRAINT "capsule_marks_capsule_fkey" FOREIGN KEY ("capsule_id") REFERENCES "capsules"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "capsule_comments" ADD CONSTRAINT "capsule_comments_capsule_fkey" FOREIGN KEY ("capsule_id") REFERENCES "capsules"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "capsule_reactions" ADD CONSTRAINT "capsule_reactions_capsule_fkey" FOREIGN KEY ("capsule_id") REFERENCES "capsules"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** What refers to another comes before it. */
const TABLES = [
  'capsule_reactions',
  'capsule_comments',
  'capsule_marks',
  'contributions',
  'capsules',
  'people',
  'couples',
  'jobs',
  'dead_letter',
  'outbox',
];

export class Capsules1764000000000 implements MigrationInterface {
  readonly name = 'Capsules1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
