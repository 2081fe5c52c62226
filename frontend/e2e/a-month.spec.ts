import { randomUUID } from 'node:crypto';
import type {
  CapsuleView,
  ChallengeView,
  GoalView,
  ListItemView,
  ListSummary,
  MoodList,
  NotificationView,
  OurYear,
  SearchResults,
  StoryReadingView,
  WishView,
} from '@duet/contracts';
import { expect } from '@playwright/test';
import {
  type Person,
  aCouple,
  answerToday,
  api,
  readStory,
  sendText,
  setTogetherSince,
  signIn,
  writeQuestion,
} from './people.js';
import { product } from './product.js';
import { test } from './test.js';

const DAY = 24 * 60 * 60;

/** The day of the month when the two have been together for a year. */
const ANNIVERSARY = 30;

test.afterEach(() => product.setClockAhead(0));

/** `YYYY-MM-DD` in UTC, in so many days and a year ago. */
function aYearBefore(days: number): string {
  const day = new Date(Date.now() + days * DAY * 1_000);
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return day.toISOString().slice(0, 10);
}

// It moves the time of the whole product, so no other test may run beside it.
test('a couple’s month: what they begin on its first day has its place on the last', { tag: '@alone' }, async () => {
  let [mira, jonas] = await aCouple();
  /** Both come back on this day: sessions of the days before may have ended. */
  const on = async (day: number): Promise<void> => {
    product.setClockAhead((day - 1) * DAY);
    [mira, jonas] = await Promise.all([signIn(mira), signIn(jonas)]);
  };
  const ask = async <T>(by: Person, method: string, path: string, body?: object): Promise<T> =>
    (await api<{ data: T }>(method, path, by.session.token, body)).data;
  const post = <T>(by: Person, path: string, body: object = {}): Promise<T> => ask(by, 'POST', path, body);
  const anew = <T>(by: Person, path: string, body: object): Promise<T> =>
    post(by, path, { ...body, clientId: randomUUID() });
  const statusOf = async (by: Person, path: string): Promise<number> =>
    (await fetch(`${product.url}/api${path}`, { headers: { authorization: `Bearer ${by.session.token}` } })).status;
  const notedBy = async (person: Person): Promise<(string | undefined)[]> =>
    (await ask<NotificationView[]>(person, 'GET', '/notifications?limit=50')).map(({ entity }) => entity?.id);

  await setTogetherSince(mira, aYearBefore(ANNIVERSARY - 1));
  await sendText(mira, 'A month with lighthouses in it');
  const goal = await anew<GoalView>(mira, '/goals', {
    title: 'Walk to three lighthouses',
    category: 'adventure',
    type: 'counter',
    target: 3,
    unit: 'lighthouses',
    ownership: 'ours',
  });
  await ask(jonas, 'PATCH', `/goals/${goal._id}/respond`, { action: 'accept' });
  const list = await anew<ListSummary>(jonas, '/lists', { title: 'For the walk', kind: 'packing' });
  const lantern = await anew<ListItemView>(mira, `/lists/${list._id}/items`, { text: 'A lantern for the lighthouse' });
  const wish = await anew<WishView>(jonas, '/wishes', { title: 'Soup at the lighthouse', points: 20 });
  const story = await anew<StoryReadingView>(mira, '/stories/wandering-island/sessions', {});
  await ask(jonas, 'PATCH', `/stories/sessions/${story._id}/respond`, { action: 'accept' });

  await on(3);
  await post(jonas, '/nudges', { kind: 'miss' });
  await ask(mira, 'PUT', '/moods/today', { mood: 'happy', note: 'Salt on the window' });
  await writeQuestion(mira, 'Which lighthouse first?');
  for (const person of [mira, jonas]) await answerToday(person, 'The small one');

  await on(5);
  const steps = [{ title: 'Draw it', type: 'do', who: 'both', proof: 'none', reveal: 'at_once' }];
  const dare = { title: 'A lighthouse in three strokes', category: 'play', steps, completionRule: 'all' };
  const challenge = await anew<ChallengeView>(jonas, '/challenges', dare);
  await ask(mira, 'PATCH', `/challenges/${challenge._id}/respond`, { action: 'accept' });
  for (const person of [mira, jonas])
    await anew(person, `/challenges/${challenge._id}/steps/${challenge.steps[0]?._id}/complete`, {});

  await on(8);
  await readStory([mira, jonas], story._id, ({ status }) => status === 'finished');
  const told = await post<StoryReadingView>(jonas, `/stories/sessions/${story._id}/keepsake`);
  await ask(jonas, 'PATCH', `/lists/${list._id}/items/${lantern._id}`, {
    done: true,
    rev: lantern.rev,
    clientId: randomUUID(),
  });

  await on(12);
  for (const [by, note] of [
    [mira, 'The small one'],
    [jonas, 'The red one'],
    [mira, 'The one in the fog'],
  ] as const)
    await anew(by, `/goals/${goal._id}/entries`, { delta: 1, note });
  expect(await ask<GoalView>(jonas, 'GET', `/goals/${goal._id}`)).toMatchObject({ status: 'achieved' });
  const reached = await post<{ capsuleId: string }>(mira, `/goals/${goal._id}/keepsake`);

  await on(15);
  const freePoints = async (): Promise<number> =>
    (await api<{ available: number }>('GET', '/wishes', mira.session.token)).available;
  const before = await freePoints();
  await post(mira, `/wishes/${wish._id}/redeem`);
  await post(mira, `/wishes/${wish._id}/confirm`);
  expect(await post<WishView>(jonas, `/wishes/${wish._id}/confirm`)).toMatchObject({ status: 'fulfilled' });
  expect(before - (await freePoints())).toBe(wish.points);
  // Nobody is notified of an event that arrives after its part was switched off.
  await expect.poll(() => notedBy(jonas)).toContain(wish._id);

  await on(20);
  const together = (wishes: boolean) => ask(jonas, 'PUT', '/users/settings', { settings: { together: { wishes } } });
  await together(false);
  for (const person of [mira, jonas]) await expect.poll(() => statusOf(person, '/wishes')).toBe(403);
  await together(true);
  for (const person of [mira, jonas]) await expect.poll(() => statusOf(person, '/wishes')).toBe(200);

  await on(ANNIVERSARY);
  for (const person of [mira, jonas]) {
    const found = await ask<SearchResults>(person, 'GET', '/search?q=lighthouse');
    const titles = Object.fromEntries(
      (['goals', 'challenges', 'wishes', 'lists'] as const).map((group) => [group, found[group].hits.length]),
    );
    expect(titles).toEqual({ goals: 1, challenges: 1, wishes: 1, lists: 1 });
    expect([found.questions.hits.length, found.messages.hits.length]).toEqual([1, 1]);
    for (const id of [told.capsuleId, reached.capsuleId])
      expect(await ask<CapsuleView>(person, 'GET', `/capsules/${id}`)).toMatchObject({ kind: 'keepsake' });
    const { moods } = await ask<MoodList>(person, 'GET', '/moods?days=30');
    expect(moods).toMatchObject([{ userId: mira.session.user._id, note: 'Salt on the window' }]);
    const { proposal } = await ask<OurYear>(person, 'GET', '/memories/our-year');
    expect(proposal).toMatchObject({ challenges: 1, finished: [{ title: dare.title }] });
    expect(proposal?.messages).toBeGreaterThan(0);
  }
  await expect
    .poll(() => notedBy(jonas))
    .toEqual(expect.arrayContaining([goal._id, story._id, challenge._id, wish._id]));
  await expect.poll(() => notedBy(mira)).toEqual(expect.arrayContaining([list._id, story._id, challenge._id]));
  const year = await post<CapsuleView>(mira, '/memories/our-year', {
    year: new Date(Date.now() + (ANNIVERSARY - 1) * DAY * 1_000).getUTCFullYear(),
    occasion: 'anniversary',
    messageIds: [],
    challengeIds: [challenge._id],
  });
  expect(year.counts.total).toBe(1);
});
