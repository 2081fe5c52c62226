import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RememberedDevices1763751002000 implements MigrationInterface {
  readonly name = 'RememberedDevices1763751002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE remembered_devices (
        user_id uuid NOT NULL,
        hash text NOT NULL,
        session_id uuid NOT NULL,
        signed_in_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT remembered_devices_pkey PRIMARY KEY (user_id, hash),
        CONSTRAINT remembered_devices_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )
    `);
    await runner.query('CREATE INDEX remembered_devices_hash ON remembered_devices (hash)');
    await runner.query('CREATE INDEX remembered_devices_expires_at ON remembered_devices (expires_at)');
    await runner.query('ALTER TABLE users ADD COLUMN sign_in_alert_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN sign_in_alert_at');
    await runner.query('DROP TABLE remembered_devices');
  }
}
