import { ADD_ADMIN_REASON, DROP_ADMIN_REASON } from '@duet/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Acts of operators get a reason. */
export class AdminReasons1764240003000 implements MigrationInterface {
  readonly name = 'AdminReasons1764240003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_ADMIN_REASON);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_ADMIN_REASON);
  }
}
