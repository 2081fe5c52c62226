import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AvatarVersions1763704000000 implements MigrationInterface {
  readonly name = 'AvatarVersions1763704000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "users" ADD "avatar_version" integer NOT NULL DEFAULT '0'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "users" DROP COLUMN "avatar_version"');
  }
}
