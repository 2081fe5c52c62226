import { coupleLinked, coupleTimezoneChanged, setTimezone, unlinkPartner, wholePerson } from '@duet/contracts';
import { eventually } from '@duet/testing';
import type { MigrationInterface } from 'typeorm';
import { AnnounceCouples1764000001000 } from '../src/migrations/1764000001000-announce-couples.js';
import { AnnounceTimezones1764300001000 } from '../src/migrations/1764300001000-announce-timezones.js';
import { RunningPairing } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

it('announces an active couple with the event of its link, and no ended one', async () => {
  const [ada] = await pairing.couple('Asia/Kolkata');
  const published = async () =>
    (await pairing.bus.events(coupleLinked)).filter(({ members }) => members.some(({ _id }) => _id === ada.id));
  await eventually(async () => expect(await published()).toHaveLength(1));
  await pairing.rows(await announcement(new AnnounceCouples1764000001000()));
  await eventually(async () => expect(await published()).toHaveLength(2));
  const [first, second] = (await published()).map((event) => ({
    ...event,
    members: event.members.toSorted((a, b) => a._id.localeCompare(b._id)),
  }));
  // The statement is older than the parts of couples and the version of their zone, which consumers complete.
  const { hidden, timezoneVersion } = first ?? {};
  expect({ ...second, members: second?.members.map(wholePerson), hidden, timezoneVersion }).toEqual(first);
});

it('announces the time zone of an active couple that has changed it, in the form of its event', async () => {
  const [changed, same, ended] = [await pairing.couple(), await pairing.couple(), await pairing.couple()];
  for (const [ada] of [changed, ended]) await ada.call(setTimezone, { timezone: 'Asia/Kolkata' });
  await ended[0].call(unlinkPartner, {});
  const published = () => pairing.bus.events(coupleTimezoneChanged);
  await eventually(async () => expect(await published()).toHaveLength(2));
  // As the build before has stored changes.
  await pairing.rows('UPDATE couples SET timezone_version = 1');
  await pairing.rows(await announcement(new AnnounceTimezones1764300001000()));
  const fence = (await same[0].call(setTimezone, { timezone: 'Europe/Berlin' }))._id;
  await eventually(async () => expect((await published()).at(-1)).toMatchObject({ coupleId: fence }));
  const [first] = await published();
  const { running: _running, ...asBefore } = first ?? {};
  expect((await published()).slice(2, -1)).toEqual([{ ...asBefore, version: 1 }]);
});

/** The one statement of a migration. */
async function announcement(migration: MigrationInterface): Promise<string> {
  let statement = '';
  await migration.up({ query: async (sql: string) => void (statement = sql) } as never);
  return statement;
}
