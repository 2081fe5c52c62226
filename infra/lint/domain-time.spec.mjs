import { describe, expect, it } from '@jest/globals';
import { complaintsAbout } from './domain-time.mjs';

const FILE = 'services/pairing/src/requests/requests.queries.ts';

describe('the check of domain time', () => {
  it.each([
    ['a statement that compares with now()', 'SELECT id FROM requests WHERE created_at > now() - $1'],
    ['a column set by the database', "await tx.update(Couple, { id }, { endedAt: () => 'now()' });"],
    ["the statement's own time", 'SELECT clock_timestamp()'],
    ["the database's day", 'WHERE day < CURRENT_DATE'],
    ["the process's clock", 'const late = Date.now() - due;'],
    ['a date of now', 'const now = new Date();'],
  ])('finds %s', (_what, source) => {
    expect(complaintsAbout(FILE, `\n${source}`)).toEqual([`${FILE}:2: domain time is read from Clock`]);
  });

  it('passes what reads Clock, other dates, and what is proved to be of the store', () => {
    expect(complaintsAbout(FILE, 'const now = this.clock.now();\nconst at = new Date(given);\nthis.now();')).toEqual(
      [],
    );
    expect(complaintsAbout('services/media/src/sealing/lease.queries.ts', 'until < now()')).toEqual([]);
  });
});
