import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The session that wrote a scheduled text last, and when. The previous build writes neither. */
export class SessionsOfScheduled1764320001000 implements MigrationInterface {
  readonly name = 'SessionsOfScheduled1764320001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "scheduled_messages" ADD "session" uuid, ADD "written_at" TIMESTAMP WITH TIME ZONE',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "scheduled_messages" DROP COLUMN "written_at", DROP COLUMN "session"');
  }
}
