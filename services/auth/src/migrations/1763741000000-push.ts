import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "push_subscriptions" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "session_id" uuid NOT NULL, "endpoint" text NOT NULL, "p256dh" text NOT NULL, "auth" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_succeeded_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "push_subscriptions_session_key" UNIQUE ("session_id"), CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE ("endpoint"), CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" ("user_id")`,
  `CREATE TABLE "push_jobs" ("id" uuid NOT NULL, "subscription_id" uuid NOT NULL, "kind" text NOT NULL, "about" text NOT NULL, "from_id" uuid, "chat_id" uuid, "attempts" integer NOT NULL DEFAULT '0', "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "push_jobs_waiting_key" UNIQUE ("subscription_id", "kind", "about"), CONSTRAINT "push_jobs_kind_check" CHECK (kind IN ('message', 'reaction', 'notice', 'test')), CONSTRAINT "push_jobs_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "push_jobs_about" ON "push_jobs" ("about")`,
  `CREATE INDEX "push_jobs_next_attempt_at" ON "push_jobs" ("next_attempt_at")`,
  `ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "push_jobs" ADD CONSTRAINT "push_jobs_subscription_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class Push1763741000000 implements MigrationInterface {
  readonly name = 'Push1763741000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['push_jobs', 'push_subscriptions']) await runner.query(`DROP TABLE "${table}"`);
  }
}
