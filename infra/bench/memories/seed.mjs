import pg from 'pg';

/** Contributions of each capsule; each has one picture. */
const PER_CAPSULE = 10;

/** An id of version 7 for each moment, so that a list by id is a list by age. */
const ID = (/** @type {string} */ moment) =>
  `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/** Every tenth capsule is sealed, every tenth collects, and all others are finished albums; one for each day and a half. */
const CAPSULES = `
  INSERT INTO memories.capsules (id, couple_id, created_by, client_id, kind, title, status, open_rule, unlock_at, unlock_tz, sealed_at, completed_at, created_at, updated_at, version)
  SELECT ${ID('at')}, $1, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE $3::uuid END, gen_random_uuid(),
    CASE WHEN n % 10 = 0 THEN 'timed' ELSE 'keepsake' END, 'Lantern ' || n,
    CASE n % 10 WHEN 0 THEN 'sealed' WHEN 1 THEN 'collecting' ELSE 'completed' END, 'together',
    CASE WHEN n % 10 = 0 THEN now() + interval '1 year' END, CASE WHEN n % 10 = 0 THEN 'UTC' END,
    CASE WHEN n % 10 = 0 THEN at END, CASE WHEN n % 10 > 1 THEN at END, at, at, 1
  FROM generate_series(1, $4::int) AS n, LATERAL (SELECT now() - ($4 - n + 1) * interval '36 hours' AS at) AS given`;

const CONTRIBUTIONS = `
  INSERT INTO memories.contributions (id, capsule_id, couple_id, author_id, client_id, kind, text, place_label, lat, lng, happened_on, visibility, created_at)
  SELECT ${ID("c.created_at + n * interval '1 minute'")}, c.id, c.couple_id, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE $3::uuid END,
    gen_random_uuid(), 'photo', 'morning coffee ' || n, CASE WHEN n = 1 THEN 'Harbour' END,
    CASE WHEN n = 1 THEN random() * 120 - 60 END, CASE WHEN n = 1 THEN random() * 340 - 170 END,
    c.created_at::date, 'shared', c.created_at
  FROM memories.capsules c, generate_series(1, ${PER_CAPSULE}) AS n WHERE c.couple_id = $1`;

const FILES = `
  INSERT INTO memories.contribution_files (id, contribution_id, capsule_id, position, kind, fingerprint)
  SELECT gen_random_uuid(), r.id, r.capsule_id, 0, 'image', md5(r.id::text) FROM memories.contributions r WHERE r.couple_id = $1`;

/**
 * Writes capsules with ten pictured contributions each into a couple's tables. No event announces them, and media has none of the files.
 * @param {string} adminUrl a login that may write everywhere; any database of the server
 * @param {{coupleId: string, people: [string, string], capsules: number}} what
 */
export async function seedMemories(adminUrl, { coupleId, people: [one, other], capsules }) {
  const url = new URL(adminUrl);
  url.pathname = '/duet';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(CAPSULES, [coupleId, one, other, capsules]);
    await client.query(CONTRIBUTIONS, [coupleId, one, other]);
    await client.query(FILES, [coupleId]);
    // Autovacuum would do this within a minute; PostgreSQL then plans for tables of this size.
    await client.query('ANALYZE memories.capsules, memories.contributions, memories.contribution_files');
  } finally {
    await client.end();
  }
}
