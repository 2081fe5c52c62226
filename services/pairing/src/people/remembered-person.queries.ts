import { prepared, preparedAlone } from '@duet/service-kit';

/** `since`: the instant after which a couple ended that can still be restored. */
const formerPartners = (viewer: string, person: string, since: string): string => `
  SELECT 1 FROM couple_members mine JOIN couple_members theirs ON theirs.couple_id = mine.couple_id JOIN couples c ON c.id = mine.couple_id
  WHERE mine.user_id = ${viewer} AND theirs.user_id = ${person} AND c.ended_at > ${since}`;

const blocked = (viewer: string, person: string): string =>
  `SELECT 1 FROM blocks b WHERE b.blocker_id = ${viewer} AND b.blocked_id = ${person}`;

const notified = (viewer: string, person: string): string =>
  `SELECT 1 FROM notifications n WHERE n.user_id = ${viewer} AND n.about_id = ${person}`;

const PARTNERS = `
  SELECT 1 FROM couple_members mine JOIN couple_members theirs ON theirs.couple_id = mine.couple_id
  WHERE mine.user_id = $1 AND mine.active AND theirs.user_id = $2 AND theirs.active`;

const ASKING = `
  SELECT 1 FROM partner_requests WHERE low_id = LEAST($1::uuid, $2::uuid) AND high_id = GREATEST($1::uuid, $2::uuid)
  AND status = 'pending' AND created_at > $4`;

/** A search shows the person to everybody, or it showed them to this viewer for the username that they still have. */
const FINDABLE = `
  SELECT 1 FROM people p WHERE p.id = $2 AND (p.findable = 'everyone' OR p.findable = 'username' AND EXISTS (
    SELECT 1 FROM found_people f WHERE f.viewer_id = $1 AND f.person_id = $2 AND f.username_key = p.username_key))`;

const FOUND = `${FINDABLE}
  AND NOT EXISTS (SELECT 1 FROM couple_members m WHERE m.user_id = $2 AND m.active)
  AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = $2 AND b.blocked_id = $1)`;

const anyOf = (reasons: string[]): string =>
  `SELECT ${reasons.map((reason) => `EXISTS (${reason})`).join(' OR ')} AS allowed`;

/** Whether a viewer may send a person a partner request. Parameters: viewer, person, since when couples can be restored and requests are open. */
export const selectMayAsk = prepared<{ allowed: boolean }>(
  'acquaintance-may-ask',
  { allowed: 'bool' },
  anyOf([FINDABLE, ASKING, formerPartners('$1', '$2', '$3')]),
);

/** Whether a viewer has business with a person. Parameters: as above. */
export const selectHasBusiness = prepared<{ allowed: boolean }>(
  'acquaintance-business',
  { allowed: 'bool' },
  anyOf([PARTNERS, ASKING, formerPartners('$1', '$2', '$3'), blocked('$1', '$2'), notified('$1', '$2'), FOUND]),
);

/** Nothing that the viewer can read names the person any more. */
const unreferenced = (since: string): string =>
  [blocked, notified, formerPartners]
    .map((reference) => `NOT EXISTS (${reference('r.viewer_id', 'r.person_id', since)})`)
    .join(' AND ');

/** Deletes what a viewer remembers of a person, unless something still names the person. Parameters: viewer, person, since when couples can be restored. */
export const deleteUnreferenced = prepared(
  'remembered-person-delete',
  {},
  `DELETE FROM remembered_people r WHERE r.viewer_id = $1 AND r.person_id = $2 AND ${unreferenced('$3')}`,
);

/** Deletes every remembered person whom nothing names any more. Parameter: since when couples can be restored. */
export const deleteAllUnreferenced = preparedAlone(
  'remembered-person-sweep',
  {},
  `DELETE FROM remembered_people r WHERE ${unreferenced('$1')}`,
);

/** Selects the avatars in use among given ones. Parameters: avatar paths, people whose current avatar counts too. */
export const selectAvatarsInUse = preparedAlone<{ avatar: string }>(
  'remembered-person-avatars',
  { avatar: 'text' },
  `SELECT avatar FROM remembered_people WHERE avatar = ANY($1::text[])
   UNION SELECT avatar FROM people WHERE id = ANY($2::uuid[]) AND avatar = ANY($1::text[])`,
);

/** Stores whom a searcher found by exact username. Parameters: searcher, people, now. */
export const upsertFoundPeople = preparedAlone(
  'found-person-upsert',
  {},
  `INSERT INTO found_people (viewer_id, person_id, username_key, found_at) SELECT $1, p.id, p.username_key, $3::timestamptz FROM people p
   WHERE p.id = ANY($2::uuid[]) AND p.findable = 'username' AND p.id <> $1 AND EXISTS (SELECT 1 FROM people WHERE id = $1)
   ON CONFLICT (viewer_id, person_id) DO UPDATE SET username_key = excluded.username_key, found_at = excluded.found_at`,
);
