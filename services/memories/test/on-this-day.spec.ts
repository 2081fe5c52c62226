import { randomUUID } from 'node:crypto';
import {
  type CapsuleView,
  type OnThisDayMemoriesDto,
  type OnThisDayMemory,
  addContribution,
  deleteCapsule,
  finishCapsule,
  getOnThisDayMemories,
  hiddenCapsulesChanged,
  hideCapsuleOnThisDay,
  listHiddenCapsules,
  markCapsule,
  openCapsule,
  sealCapsule,
  showCapsuleOnThisDay,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const write = (by: TestUser, { _id: id }: CapsuleView, happenedAt: string, text = happenedAt) =>
  by.call(addContribution, { id, text, happenedAt, clientId: randomUUID() });

const look = async (who: TestUser, more: Partial<OnThisDayMemoriesDto> = {}): Promise<OnThisDayMemory[]> =>
  (await who.call(getOnThisDayMemories, { timezone: 'UTC', hiddenPeriods: [], ...more })).memories;

const shown = async (who: TestUser, more?: Partial<OnThisDayMemoriesDto>): Promise<string[]> =>
  (await look(who, more)).map(({ contribution, capsule }) => contribution?.text ?? capsule.title);

/** A finished album with contributions of these days. */
async function finished(ada: TestUser, days: string[], title = 'Our trip'): Promise<CapsuleView> {
  const made = await album(ada, { title });
  for (const day of days) await write(ada, made, day);
  return ada.call(finishCapsule, { id: made._id });
}

describe('earlier years', () => {
  it('show contributions of finished capsules about this day, to both', async () => {
    const [ada, bob] = await memories.couple();
    const { _id } = await finished(ada, ['2024-11-22', '2020-11-22', '2025-11-21', '2025-11-23', '2026-11-22']);
    const [first, ...rest] = await look(bob);
    expect(first).toMatchObject({
      yearsAgo: 2,
      date: '2024-11-22',
      capsule: { _id, title: 'Our trip', emoji: null },
      contribution: { capsuleId: _id, author: ada.id, text: '2024-11-22' },
    });
    expect(rest.map(({ yearsAgo }) => yearsAgo)).toEqual([6]);
    expect(await look(ada)).toEqual([first, ...rest]);
  });

  it('never show capsules that are sealed, collecting or in the trash', async () => {
    const [ada, bob] = await memories.couple();
    await write(ada, await album(ada), '2024-11-22', 'an album that grows');
    const timed = await bury(ada);
    await write(ada, timed, '2024-11-22', 'buried');
    expect(await shown(ada)).toEqual([]);
    for (const one of [ada, bob]) await one.call(sealCapsule, { id: timed._id });
    expect(await shown(ada)).toEqual([]);
    // In a later year, at the instant of its opening, it is ready, and still shut.
    memories.itIs('2027-11-22T09:00:00Z');
    expect(await shown(bob)).toEqual([]);
    await ada.call(openCapsule, { id: timed._id });
    expect(await shown(bob)).toEqual([]);
    await bob.call(openCapsule, { id: timed._id });
    expect(await shown(bob)).toEqual(['buried']);
    for (const one of [ada, bob]) await one.call(deleteCapsule, { id: timed._id });
    expect(await shown(bob)).toEqual([]);
  });

  it('show the day on which a capsule was finished, in the couple’s zone, once', async () => {
    const [ada] = await memories.couple();
    memories.itIs('2025-11-22T20:00:00Z');
    const { _id } = await finished(ada, ['2025-06-01'], 'Finished in the evening');
    await finished(ada, ['2025-11-22'], 'With a memory of that day');
    memories.itIs('2026-11-22T12:00:00Z');
    expect(await look(ada)).toMatchObject([
      { yearsAgo: 1, date: '2025-11-22', capsule: { _id }, contribution: null },
      { yearsAgo: 1, contribution: { text: '2025-11-22' } },
    ]);
    // In Kolkata it was the 23rd already.
    const inKolkata = { timezone: 'Asia/Kolkata' };
    expect(await shown(ada, inKolkata)).toEqual(['2025-11-22']);
    memories.itIs('2026-11-23T12:00:00Z');
    expect(await shown(ada, inKolkata)).toEqual(['Finished in the evening', 'With a memory of that day']);
  });

  it('show 29 February on the 28th of a common year', async () => {
    const [ada] = await memories.couple();
    await finished(ada, ['2024-02-29', '2023-02-28', '2024-03-01']);
    memories.itIs('2027-02-28T12:00:00Z');
    expect(await shown(ada)).toEqual(['2024-02-29', '2023-02-28']);
    memories.itIs('2028-02-28T12:00:00Z');
    expect(await shown(ada)).toEqual(['2023-02-28']);
    memories.itIs('2028-02-29T12:00:00Z');
    expect(await shown(ada)).toEqual(['2024-02-29']);
  });

  it('show ten, every year’s first before another year’s second', async () => {
    const [ada] = await memories.couple();
    await finished(ada, [...Array.from({ length: 12 }, () => '2025-11-22'), '1990-11-22']);
    const years = (await look(ada)).map(({ yearsAgo }) => yearsAgo);
    expect(years).toEqual([...Array.from({ length: 9 }, () => 1), 36]);
  });

  it('leave out the caller’s hidden periods', async () => {
    const [ada] = await memories.couple();
    await finished(ada, ['2024-11-22', '2023-11-22']);
    expect(await shown(ada, { hiddenPeriods: [{ from: '2024-01-01', to: '2024-11-22' }] })).toEqual(['2023-11-22']);
    const wrong = { timezone: 'UTC', hiddenPeriods: [{ from: 'soon', to: '2024-11-22' }] };
    expect(await ada.refusal(getOnThisDayMemories, wrong)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('a hidden capsule', () => {
  it('is hidden from its reader alone, listed, and shown again; their devices follow', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const { _id: id } = await finished(ada, ['2024-11-22']);
    const listed = { _id: id, kind: 'capsule', capsule: { _id: id, title: 'Our trip', emoji: null } };
    expect(await ada.call(hideCapsuleOnThisDay, { id })).toEqual(listed);
    expect(await ada.call(hideCapsuleOnThisDay, { id })).toEqual(listed);
    expect(await shown(ada)).toEqual([]);
    expect(await shown(bob)).toEqual(['2024-11-22']);
    expect(await ada.call(listHiddenCapsules, {})).toEqual([listed]);
    expect(await bob.call(listHiddenCapsules, {})).toEqual([]);
    expect(await bob.refusal(showCapsuleOnThisDay, { id })).toMatchObject({ code: 'EXCLUSION_NOT_FOUND' });
    await ada.call(showCapsuleOnThisDay, { id });
    expect(await shown(ada)).toEqual(['2024-11-22']);
    await eventually(async () =>
      expect(memories.bus.live(hiddenCapsulesChanged).filter((one) => one.coupleId === coupleId)).toEqual(
        Array.from({ length: 3 }, () => ({ userId: ada.id, coupleId })),
      ),
    );
  });

  it('keeps its other marks, and a capsule hidden from the list is not shown either', async () => {
    const [ada] = await memories.couple();
    const { _id: id } = await finished(ada, ['2024-11-22']);
    await ada.call(markCapsule, { id, mark: 'favourite', on: 1 });
    await ada.call(hideCapsuleOnThisDay, { id });
    await ada.call(showCapsuleOnThisDay, { id });
    expect(await ada.call(markCapsule, { id, mark: 'hidden', on: 1 })).toMatchObject({ favourite: true, hidden: true });
    expect(await shown(ada)).toEqual([]);
  });

  it('must be the couple’s', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const [stranger] = await memories.couple();
    const { _id: id } = await finished(ada, ['2024-11-22']);
    expect(await stranger.refusal(hideCapsuleOnThisDay, { id })).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
    expect(await stranger.refusal(showCapsuleOnThisDay, { id })).toMatchObject({ code: 'EXCLUSION_NOT_FOUND' });
    expect(await shown(stranger)).toEqual([]);
    await ada.call(hideCapsuleOnThisDay, { id });
    await memories.unlink(ada, bob, coupleId);
    for (const refused of [
      ada.refusal(getOnThisDayMemories, { timezone: 'UTC', hiddenPeriods: [] }),
      ada.refusal(hideCapsuleOnThisDay, { id }),
      ada.refusal(listHiddenCapsules, {}),
      ada.refusal(showCapsuleOnThisDay, { id }),
    ])
      expect(await refused).toMatchObject({ code: 'NO_PARTNER' });
  });
});
