import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "outbox" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "published_to" text, "published_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "outbox_published_at" ON "outbox" ("published_at")`,
  `CREATE INDEX "outbox_unpublished" ON "outbox" ("id") WHERE published_to IS NULL`,
  `CREATE TABLE "dead_letter" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "reason" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "people" ("id" uuid NOT NULL, "version" integer NOT NULL, "first_name" text NOT NULL, "last_name" text NOT NULL, "username" text NOT NULL, "email" text NOT NULL, "avatar" text, "findable" text NOT NULL, "username_key" text COLLATE "C" NOT NULL, "first_name_key" text COLLATE "C" NOT NULL, "last_name_key" text COLLATE "C" NOT NULL, "full_name_key" text COLLATE "C" NOT NULL, "email_key" text COLLATE "C" NOT NULL, CONSTRAINT "people_findable_check" CHECK (findable IN ('everyone', 'username', 'nobody')), CONSTRAINT "people_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "people_email_key" ON "people" ("email_key")`,
  `CREATE INDEX "people_full_name_key" ON "people" ("full_name_key")`,
  `CREATE INDEX "people_last_name_key" ON "people" ("last_name_key")`,
  `CREATE INDEX "people_first_name_key" ON "people" ("first_name_key")`,
  `CREATE INDEX "people_username_key" ON "people" ("username_key")`,
  `CREATE TABLE "blocks" ("blocker_id" uuid NOT NULL, "blocked_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "blocks_self_check" CHECK (blocker_id <> blocked_id), CONSTRAINT "blocks_pkey" PRIMARY KEY ("blocker_id", "blocked_id"))`,
  `CREATE INDEX "blocks_blocked" ON "blocks" ("blocked_id")`,
  `CREATE TABLE "couples" ("id" uuid NOT NULL, "linked_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP WITH TIME ZONE, "timezone" text NOT NULL DEFAULT 'UTC', "version" integer NOT NULL, CONSTRAINT "couples_version_check" CHECK (version > 0), CONSTRAINT "couples_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "couples_ended_at" ON "couples" ("ended_at") WHERE ended_at IS NOT NULL`,
  `CREATE TABLE "couple_members" ("couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "active" boolean NOT NULL, CONSTRAINT "couple_members_pkey" PRIMARY KEY ("couple_id", "user_id"))`,
  `CREATE INDEX "couple_members_user" ON "couple_members" ("user_id")`,
  `CREATE UNIQUE INDEX "couple_members_one_active" ON "couple_members" ("user_id") WHERE active`,
  `CREATE TABLE "invites" ("code" text NOT NULL, "issuer_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE, "used_by" uuid, CONSTRAINT "invites_used_check" CHECK ((used_at IS NULL) = (used_by IS NULL)), CONSTRAINT "invites_pkey" PRIMARY KEY ("code"))`,
  `CREATE INDEX "invites_expires_at" ON "invites" ("expires_at")`,
  `CREATE INDEX "invites_issuer" ON "invites" ("issuer_id", "created_at")`,
  `CREATE TABLE "departed_people" ("id" uuid NOT NULL, "departed_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "departed_people_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "departed_people_departed_at" ON "departed_people" ("departed_at")`,
  `CREATE TABLE "partner_requests" ("id" uuid NOT NULL, "sender_id" uuid NOT NULL, "receiver_id" uuid NOT NULL, "low_id" uuid NOT NULL, "high_id" uuid NOT NULL, "message" text NOT NULL, "status" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "closed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "partner_requests_pair_check" CHECK (low_id < high_id AND low_id = LEAST(sender_id, receiver_id) AND high_id = GREATEST(sender_id, receiver_id)), CONSTRAINT "partner_requests_message_check" CHECK (char_length(message) <= 200), CONSTRAINT "partner_requests_closed_check" CHECK ((status = 'pending') = (closed_at IS NULL)), CONSTRAINT "partner_requests_status_check" CHECK (status IN ('pending', 'accepted', 'rejected', 'cancelled', 'expired')), CONSTRAINT "partner_requests_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "partner_requests_closed_at" ON "partner_requests" ("closed_at") WHERE closed_at IS NOT NULL`,
  `CREATE INDEX "partner_requests_pending_since" ON "partner_requests" ("created_at") WHERE status = 'pending'`,
  `CREATE INDEX "partner_requests_receiver" ON "partner_requests" ("receiver_id", "created_at")`,
  `CREATE INDEX "partner_requests_sender" ON "partner_requests" ("sender_id", "created_at")`,
  `CREATE UNIQUE INDEX "partner_requests_one_pending" ON "partner_requests" ("low_id", "high_id") WHERE status = 'pending'`,
  `ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_fkey" FOREIGN KEY ("blocker_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_fkey" FOREIGN KEY ("blocked_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "couple_members" ADD CONSTRAINT "couple_members_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "invites" ADD CONSTRAINT "invites_issuer_fkey" FOREIGN KEY ("issuer_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "partner_requests" ADD CONSTRAINT "partner_requests_sender_fkey" FOREIGN KEY ("sender_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "partner_requests" ADD CONSTRAINT "partner_requests_receiver_fkey" FOREIGN KEY ("receiver_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const TABLES = [
  'partner_requests',
  'departed_people',
  'invites',
  'couple_members',
  'couples',
  'blocks',
  'people',
  'dead_letter',
  'outbox',
];

export class PeopleAndCouples1763690700000 implements MigrationInterface {
  readonly name = 'PeopleAndCouples1763690700000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
