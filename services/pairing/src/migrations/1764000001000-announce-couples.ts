import type { MigrationInterface, QueryRunner } from 'typeorm';

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** The person as `couple.linked` carries people. */
const SNAPSHOT = `jsonb_build_object('_id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'username', p.username, 'email', p.email, 'avatar', p.avatar, 'findable', p.findable,
  'readReceipts', p.read_receipts, 'typing', p.typing, 'online', p.online, 'linkPreviews', p.link_previews, 'disappearingDefault', p.disappearing_default, 'unlisted', p.unlisted,
  'dailyQuestionTime', p.daily_question_time, 'version', p.version)`;

/** Services that began after a couple was linked learn of it: the stream stores events for a week only. For the others the version is no news. */
const ANNOUNCE = `
  INSERT INTO outbox (envelope)
  SELECT jsonb_build_object('id', gen_random_uuid(), 'name', 'couple.linked', 'key', c.id, 'at', to_char(now() AT TIME ZONE 'UTC', ${ISO}), 'requestId', gen_random_uuid(),
    'payload', jsonb_build_object('coupleId', c.id, 'members', jsonb_agg(${SNAPSHOT} ORDER BY p.id), 'linkedAt', to_char(c.linked_at AT TIME ZONE 'UTC', ${ISO}), 'timezone', c.timezone, 'version', c.version))
  FROM couples c JOIN couple_members m ON m.couple_id = c.id AND m.active JOIN people p ON p.id = m.user_id
  WHERE c.ended_at IS NULL GROUP BY c.id HAVING count(*) = 2`;

export class AnnounceCouples1764000001000 implements MigrationInterface {
  readonly name = 'AnnounceCouples1764000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANNOUNCE);
  }

  async down(): Promise<void> {
    // An event cannot be taken back, and does no harm.
  }
}
