import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Off where the user switched it off; every default is on. */
const isOn = (path: string): string => `coalesce(settings #>> '{${path}}', 'true') = 'true'`;

const SHOWN = ['privacy,readReceipts', 'privacy,typing', 'privacy,online'];

const UNLISTED = `(SELECT kind FROM jsonb_each(coalesce(settings #> '{notifications,matrix}', '{}')) AS held (kind, channels) WHERE channels ->> 'inApp' = 'false')`;

/**
 * Other services act on these settings from now on, so users who changed one before get an event. Other users need none,
 * because a setting without an event counts as on.
 */
const TELL = `
  WITH told AS (
    UPDATE users SET version = version + 1
    WHERE NOT (${SHOWN.map(isOn).join(' AND ')}) OR EXISTS ${UNLISTED}
    RETURNING *
  )
  INSERT INTO outbox (envelope)
  SELECT jsonb_build_object(
    'id', gen_random_uuid(), 'name', 'user.profile-changed', 'key', id, 'requestId', 'migration',
    'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'payload', jsonb_build_object(
      '_id', id, 'firstName', first_name, 'lastName', last_name, 'username', username, 'email', email, 'avatar', avatar, 'version', version,
      'findable', coalesce(settings #>> '{privacy,findable}', 'everyone'),
      'readReceipts', ${isOn('privacy,readReceipts')}, 'typing', ${isOn('privacy,typing')}, 'online', ${isOn('privacy,online')},
      'unlisted', to_jsonb(ARRAY${UNLISTED})
    )
  )
  FROM told`;

export class SettingsTold1763733600000 implements MigrationInterface {
  readonly name = 'SettingsTold1763733600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TELL);
  }

  /** The published events stay true. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
