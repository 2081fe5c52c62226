import { randomUUID } from 'node:crypto';
import {
  type CapsuleView,
  type FoundMemories,
  addContribution,
  deleteCapsule,
  listCapsules,
  markCapsule,
  openCapsule,
  sealCapsule,
  searchMemories,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const write = (by: TestUser, { _id: id }: CapsuleView, more: object) =>
  by.call(addContribution, { id, clientId: randomUUID(), ...more } as never);

const titlesAndTexts = ({ hits }: FoundMemories): string[] =>
  hits.map(({ capsule, contribution }) => contribution?.text ?? capsule.title);

const find = async (by: TestUser, q: string, limit?: number): Promise<string[]> =>
  titlesAndTexts(await by.call(searchMemories, { q, ...(limit !== undefined && { limit }) }));

describe('a search of memories', () => {
  it('finds words of titles, descriptions, tags, texts and places from their start, without case and accents', async () => {
    const [ada, bob] = await memories.couple();
    const trip = await album(ada, { title: 'Café São Jorge', description: 'Summer trip', tags: ['Sea side'] });
    await write(bob, trip, { text: 'Ein Straßenfest, ÜBERALL Lichter', place: { label: 'Łódź, Plac Wolności' } });
    for (const q of ['cafe sao', 'JORGE', 'summ', 'sea', 'trip café'])
      expect(await find(bob, q)).toEqual(['Café São Jorge']);
    for (const q of ['uberall', 'lichter ein', 'wolnosci', 'ŁÓD'])
      expect(await find(ada, q)).toEqual(['Ein Straßenfest, ÜBERALL Lichter']);
    for (const q of ['afé', 'summer winter', 'ichter']) expect(await find(ada, q)).toEqual([]);
  });

  it.each(["it's & | ! :* (", '%_\\', '<->', "'; DROP TABLE capsules; --", '!!', '´´'])(
    'treats %j as text',
    async (q) => {
      const [ada] = await memories.couple();
      await album(ada, { title: "It's a drop on the table of capsules" });
      expect((await find(ada, q)).length).toBeLessThanOrEqual(1);
    },
  );

  it('finds words beside very long ones', async () => {
    const [ada] = await memories.couple();
    const trip = await album(ada);
    await write(ada, trip, { text: `${'x'.repeat(4_000)} needle` });
    expect(await find(ada, 'needle')).toHaveLength(1);
  });

  it.each([
    ['one character', { q: ' a ' }],
    ['blanks', { q: '    ' }],
    ['nothing', {}],
    ['too much', { q: 'x'.repeat(101) }],
    ['no text', { q: { $gt: '' } }],
    ['too many hits', { q: 'sea', limit: 21 }],
  ])('refuses %s', async (_what, input) => {
    const [ada] = await memories.couple();
    expect(await ada.refusal(searchMemories, input as never)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('lists capsules before their contributions, and whether more match', async () => {
    const [ada] = await memories.couple();
    const first = await album(ada, { title: 'Lisbon 1' });
    await album(ada, { title: 'Lisbon 2' });
    await write(ada, first, { text: 'Lisbon at night', happenedAt: '2020-01-01' });
    await write(ada, first, { text: 'Lisbon by day', happenedAt: '2021-01-01' });
    expect(await ada.call(searchMemories, { q: 'lisbon', limit: 4 })).toMatchObject({ more: false });
    expect(await find(ada, 'lisbon', 4)).toEqual(['Lisbon 2', 'Lisbon 1', 'Lisbon by day', 'Lisbon at night']);
    const three = await ada.call(searchMemories, { q: 'lisbon', limit: 3 });
    expect(titlesAndTexts(three)).toEqual(['Lisbon 2', 'Lisbon 1', 'Lisbon by day']);
    expect(three.more).toBe(true);
    expect(await ada.call(searchMemories, { q: 'lisbon', limit: 1 })).toMatchObject({ more: true });
  });
});

describe('a sealed capsule', () => {
  it('matches by the title alone, for both and in lists too, until the capsule is open', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada, {
      title: 'Lantern box',
      description: 'harbour walk',
      tags: ['amber'],
      openRule: 'either',
    });
    await write(ada, capsule, { text: 'the lighthouse', place: { label: 'Bergen' }, visibility: 'shared' });
    await write(bob, capsule, { text: 'a compass' });
    expect(await find(bob, 'lighthouse')).toEqual(['the lighthouse']);
    // A surprise is found by its author alone.
    expect([await find(bob, 'compass'), await find(ada, 'compass')]).toEqual([['a compass'], []]);
    for (const one of [ada, bob]) await one.call(sealCapsule, { id: capsule._id });

    const secrets = ['lighthouse', 'bergen', 'compass', 'harbour', 'amber', 'lantern harbour'];
    const expectShut = async (): Promise<void> => {
      for (const one of [ada, bob]) {
        for (const q of secrets) {
          expect(await one.call(searchMemories, { q })).toEqual({ hits: [], more: false });
          expect((await one.call(listCapsules, { q })).capsules).toEqual([]);
        }
        expect(await one.call(searchMemories, { q: 'lant' })).toMatchObject({ hits: [{ contribution: null }] });
        expect((await one.call(listCapsules, { q: 'lant' })).capsules).toHaveLength(1);
      }
    };
    await expectShut();
    memories.itIs('2027-11-22T09:00:00Z');
    await memories.passMinute();
    await expectShut();
    await ada.call(openCapsule, { id: capsule._id });
    for (const one of [ada, bob]) {
      expect(await find(one, 'lighthouse')).toEqual(['the lighthouse']);
      expect(await find(one, 'harbour')).toEqual(['Lantern box']);
    }
  });
});

describe('a search', () => {
  it('finds nothing of another couple, in the trash or hidden', async () => {
    const [ada, bob] = await memories.couple();
    const [stranger] = await memories.couple();
    const trip = await album(ada, { title: 'Lighthouse' });
    await write(ada, trip, { text: 'lighthouse keeper' });
    expect(await find(bob, 'lighthouse')).toHaveLength(2);
    expect(await find(stranger, 'lighthouse')).toEqual([]);
    await bob.call(markCapsule, { id: trip._id, mark: 'hidden', on: 1 });
    expect([await find(bob, 'lighthouse'), (await find(ada, 'lighthouse')).length]).toEqual([[], 2]);
    await ada.call(deleteCapsule, { id: trip._id });
    expect(await find(ada, 'lighthouse')).toEqual([]);
  });

  it('needs a partner', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    await album(ada, { title: 'Lighthouse' });
    await memories.unlink(ada, bob, coupleId);
    for (const one of [ada, memories.user({})])
      expect(await one.refusal(searchMemories, { q: 'lighthouse' })).toMatchObject({ code: 'NO_PARTNER' });
  });
});
