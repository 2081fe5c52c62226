import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The session that created an invite code or sent a partner request. The previous build writes neither. */
export class SessionsOfOffers1764320000000 implements MigrationInterface {
  readonly name = 'SessionsOfOffers1764320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invites" ADD "session" uuid');
    await runner.query('ALTER TABLE "partner_requests" ADD "session" uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "partner_requests" DROP COLUMN "session"');
    await runner.query('ALTER TABLE "invites" DROP COLUMN "session"');
  }
}
