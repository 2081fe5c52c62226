import { ADD_ADMIN_REASON, CREATE_ADMIN_ACTS, DROP_ADMIN_ACTS } from '@duet/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The log of what operators do with `duet-admin`. */
export class AdminActs1764240002000 implements MigrationInterface {
  readonly name = 'AdminActs1764240002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...CREATE_ADMIN_ACTS, ADD_ADMIN_REASON]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DROP_ADMIN_ACTS) await runner.query(statement);
  }
}
