import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each change of a zone is an activity, and those are never deleted before their couple. It reads the zones and locks no couple. */
const ANNOUNCE = `
  INSERT INTO outbox (envelope)
  SELECT jsonb_build_object('id', gen_random_uuid(), 'name', 'couple.timezone-changed', 'key', c.id, 'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'requestId', gen_random_uuid(), 'payload', jsonb_build_object('coupleId', c.id, 'timezone', c.timezone, 'version', c.timezone_version))
  FROM couples c
  WHERE c.ended_at IS NULL AND EXISTS (SELECT 1 FROM activities a WHERE a.couple_id = c.id AND a.kind = 'timezone_changed')`;

/** The other services know the zone of the link of each couple that has changed it since. Ended couples get theirs with the next link. */
export class AnnounceTimezones1764300001000 implements MigrationInterface {
  readonly name = 'AnnounceTimezones1764300001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANNOUNCE);
  }

  async down(): Promise<void> {
    // An event cannot be taken back, and does no harm.
  }
}
