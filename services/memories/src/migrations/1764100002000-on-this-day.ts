import type { MigrationInterface, QueryRunner } from 'typeorm';

const REMINDERS = `
  INSERT INTO jobs (queue, key, subject, payload, due_at, created_at)
  SELECT 'capsule-reminders', c.id || ':' || r.step, c.couple_id, jsonb_build_object('capsuleId', c.id, 'step', r.step), c.unlock_at - r.ahead, c.unlock_at - r.ahead
  FROM capsules c
  JOIN couples o ON o.id = c.couple_id AND o.active
  CROSS JOIN (VALUES ('opens_in_week', interval '168 hours'), ('opens_tomorrow', interval '24 hours')) AS r (step, ahead)
  WHERE c.status = 'sealed' AND c.deleted_at IS NULL AND c.unlock_at - r.ahead > now()
  ON CONFLICT DO NOTHING`;

const UP = [
  `ALTER TABLE "capsule_marks" ADD "hidden_on_this_day" boolean NOT NULL DEFAULT false`,
  `CREATE INDEX "capsules_completed_at" ON "capsules" ("couple_id", "completed_at") WHERE status = 'completed'`,
  REMINDERS,
];

/** Capsules among earlier years, and the reminders of capsules that were sealed before there were any. */
export class OnThisDay1764100002000 implements MigrationInterface {
  readonly name = 'OnThisDay1764100002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM jobs WHERE queue = 'capsule-reminders'`);
    await runner.query('DROP INDEX capsules_completed_at');
    await runner.query('ALTER TABLE capsule_marks DROP COLUMN hidden_on_this_day');
  }
}
