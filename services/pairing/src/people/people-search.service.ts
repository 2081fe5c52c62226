import { LIMITS, type PersonView } from '@duet/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Person } from './person.entity.js';
import { personView } from './person.view.js';
import { emailKey, prefixPattern, searchKey } from './search-key.js';

const PREFIXED = ['username_key', 'first_name_key', 'last_name_key', 'full_name_key'];

/** Not me ($1), nobody's partner, and nobody whom a block keeps away, whoever blocked whom. */
const MAY_BE_SHOWN = `
  p.id <> $1
  AND NOT EXISTS (SELECT 1 FROM couple_members m WHERE m.user_id = p.id AND m.active)
  AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = $1 AND b.blocked_id = p.id) OR (b.blocker_id = p.id AND b.blocked_id = $1))`;

/**
 * Each branch walks its own index in order and stops after ten rows, so a short prefix that half the world shares
 * costs no more than a rare one.
 */
const byPrefix = (column: string): string => `
  (SELECT p.id, p.username_key, p.full_name_key FROM people p
    WHERE p.${column} LIKE $2 AND p.findable = 'everyone' AND ${MAY_BE_SHOWN}
    ORDER BY p.${column} LIMIT ${LIMITS.searchRows})`;

const SEARCH = `
  SELECT id FROM (
    ${PREFIXED.map(byPrefix).join(' UNION ')}
    UNION (SELECT p.id, p.username_key, p.full_name_key FROM people p
      WHERE p.email_key = $4 AND p.findable = 'everyone' AND ${MAY_BE_SHOWN} LIMIT 1)
    UNION (SELECT p.id, p.username_key, p.full_name_key FROM people p
      WHERE p.username_key = $3 AND p.findable <> 'nobody' AND ${MAY_BE_SHOWN} LIMIT 1)
  ) found
  ORDER BY username_key = $3 DESC, full_name_key, id
  LIMIT ${LIMITS.searchRows}`;

@Injectable()
export class PeopleSearch {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** People whose username or name starts with `text`, or whose e-mail address it is; an exact username comes first. */
  async search(userId: string, text: string): Promise<PersonView[]> {
    const key = searchKey(text.replace(/^@/, ''));
    // Nothing may be left of a text that is all accents, and an empty prefix would be everybody.
    if (key === '') return [];
    const rows = await this.database.query<{ id: string }[]>(SEARCH, [userId, prefixPattern(key), key, emailKey(text)]);
    const people = await this.database.manager.findBy(Person, { id: In(rows.map((row) => row.id)) });
    const byId = new Map(people.map((person) => [person.id, person]));
    return rows.flatMap(({ id }) => byId.get(id) ?? []).map(personView);
  }
}
