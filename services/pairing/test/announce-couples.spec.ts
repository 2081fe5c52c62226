import { coupleLinked, wholePerson } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { AnnounceCouples1764000001000 } from '../src/migrations/1764000001000-announce-couples.js';
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
  await pairing.rows(String(await announcement()));
  await eventually(async () => expect(await published()).toHaveLength(2));
  const [first, second] = (await published()).map((event) => ({
    ...event,
    members: event.members.toSorted((a, b) => a._id.localeCompare(b._id)),
  }));
  // The statement is older than the parts of couples, which consumers complete.
  expect({ ...second, members: second?.members.map(wholePerson), hidden: first?.hidden }).toEqual(first);
});

/** The migration's one statement. */
async function announcement(): Promise<string> {
  let statement = '';
  await new AnnounceCouples1764000001000().up({ query: async (sql: string) => void (statement = sql) } as never);
  return statement;
}
