import type { ChallengeView, ListSummary } from '@duet/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { aQuestion, data } from './api-server.js';
import { appLock } from '../src/platform/app-lock/app-lock.js';
import { DRAFT_PREFIX } from '../src/platform/storage/drafts.js';
import { storedKeys } from '../src/platform/storage/stored.js';
import {
  type Press,
  findLock,
  lockAndUnlock,
  openAnotherTab,
  pressAll,
  storeLock,
  useAppLock,
} from './app-lock-page.js';
import { aCapsule } from './capsules.js';
import { NOW, aChallenge } from './challenge-scene.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';

const { server, visit } = useAppLock();

const COMPLETED = aChallenge({ status: 'completed', completedAt: NOW, actions: ['reflect'] });
const OVERDUE = aChallenge({ _id: 'h2', overdue: true, dueAt: NOW, actions: ['extend'] });
const REFLECTED = aChallenge({
  ...COMPLETED,
  _id: 'h3',
  reflections: [{ user: me._id, text: 'The pigeons!', mood: 4, at: NOW }],
});

const SCHEDULED = {
  _id: 's1',
  chatId: CHAT,
  clientMessageId: 'c',
  content: 'Happy birthday',
  replyTo: null,
  at: '2031-05-06T08:00',
  timezone: 'UTC',
  sendAt: '2031-05-06T08:00:00.000Z',
  version: 1,
};

const YEAR = {
  ...{ year: 2026, occasion: 'year_end', messages: 2, memories: 0, challenges: 0, finished: [] },
  candidates: [{ messageId: 'm1', words: 'I said yes', isFirst: false, seq: 1, by: partner._id, sentAt: NOW }],
};

const aList = (id: string, title: string): ListSummary => ({
  _id: id,
  coupleId: 'c1',
  createdBy: me._id,
  title,
  kind: 'other',
  createdAt: NOW,
  updatedAt: NOW,
  archivedAt: null,
  open: 0,
  done: 0,
  pick: null,
  rev: 1,
  deleteAskedBy: null,
  version: 1,
});

const LISTS = [aList('l1', 'Saturday market'), aList('l2', 'Someday')];

const CONVERSATION = {
  ...{ chatId: 'c1', markers: [], settings: { disappearAfter: null, rev: 0 }, asOf: 1, hasMore: false, unread: 0 },
  messages: [aMessage(1, me, { chatId: 'c1', content: 'Oat milk' })],
};

const DRAFT = { chatId: 'c1', content: 'Sleep well', replyTo: null, version: 1, updatedAt: NOW };

beforeEach(async () => {
  const question = aQuestion({ type: 'this_or_that', options: ['Tea', 'Coffee'] });
  server.api.daily = { ...server.api.daily, question };
  server.http.use(
    http.get('*/api/challenges/h1', () => data(COMPLETED)),
    http.get('*/api/challenges/h2', () => data(OVERDUE)),
    http.get('*/api/challenges/h3', () => data(REFLECTED)),
    http.get('*/api/capsules/k1', () => data(aCapsule({ status: 'sealed', actions: ['propose_date'] }))),
    http.get('*/api/memories/our-year', () => data({ proposal: YEAR })),
    http.get('*/api/messages/scheduled', () => data([SCHEDULED])),
    http.get('*/api/messages/conversation', () => data(CONVERSATION)),
    http.get('*/api/messages/draft', () => data(DRAFT)),
    http.get('*/api/lists', () => data(LISTS)),
    http.get('*/api/lists/:id/sync', ({ params }) =>
      data({ list: LISTS.find(({ _id }) => _id === params['id']), items: [], upTo: 0, more: false }),
    ),
  );
  await storeLock({ isLocked: false });
  openAnotherTab();
});

interface Form {
  what: string;
  path: string;
  /** The presses that open the form. */
  begin?: Press[];
}

const CHANGE_DISAPPEARING: Press[] = [
  ['button', 'Conversation menu'],
  ['menuitem', 'Disappearing messages'],
];

const RADIOS: (Form & { radio: string })[] = [
  { what: 'the mood of a reflection', path: '/challenges/h1', radio: 'Lovely' },
  { what: 'a daily answer', path: '/dashboard', radio: 'Coffee' },
  { what: 'when messages disappear', path: '/chat', begin: CHANGE_DISAPPEARING, radio: '1 day' },
];

const OPEN_RELATIONSHIP: Press[] = [['button', 'Configure Relationship']];

const DAYS: (Form & { day: RegExp })[] = [
  { what: 'the first day of the couple', path: '/settings', begin: OPEN_RELATIONSHIP, day: /^Together since/ },
  { what: 'the last day of a holiday', path: '/settings', begin: OPEN_RELATIONSHIP, day: /^Holiday until/ },
  {
    what: 'a period to hide',
    path: '/settings',
    begin: [...OPEN_RELATIONSHIP, ['button', 'Hide a period']],
    day: /^Last day/,
  },
  {
    what: 'the new last day of a challenge',
    path: '/challenges/h2',
    begin: [['button', 'Take more time']],
    day: /^New last day/,
  },
  {
    what: 'another day for a capsule',
    path: '/memories/k1',
    begin: [['button', 'Propose another day']],
    day: /^It opens on/,
  },
];

const TIMES: (Form & { begin: Press[] })[] = [
  {
    what: 'a text that is scheduled',
    path: '/chat',
    begin: [
      ['button', 'Send later'],
      ['menuitem', 'Choose a time'],
    ],
  },
  {
    what: 'a scheduled message',
    path: '/chat',
    begin: [
      ['button', '1 scheduled'],
      ['button', 'Change'],
    ],
  },
];

/** The day of the form as its segments show it. */
const dayOf = async (name: RegExp): Promise<HTMLElement> =>
  (await screen.findAllByRole('group', { name })).at(-1) ?? document.body;

describe('the app lock', () => {
  it.each(RADIOS)('gives back the choice of $what', async ({ path, begin = [], radio }) => {
    visit(path);
    await pressAll([...begin, ['radio', radio]]);
    await lockAndUnlock();
    await pressAll(begin);
    expect(await screen.findByRole('radio', { name: radio })).toBeChecked();
  });

  it.each(DAYS)('gives back $what', async ({ path, begin = [], day }) => {
    visit(path);
    await pressAll(begin);
    const segments = within(await dayOf(day));
    for (const [part, digits] of [
      ['month', '05'],
      ['day', '06'],
      ['year', '2031'],
    ] as const) {
      await userEvent.click(segments.getByRole('spinbutton', { name: new RegExp(`^${part}`) }));
      await userEvent.keyboard(digits);
    }
    await lockAndUnlock();
    await pressAll(begin);
    expect(within(await dayOf(day)).getByRole('spinbutton', { name: /^year/ })).toHaveTextContent('2031');
  });

  it.each(TIMES)('gives back the time of $what', async ({ path, begin }) => {
    const minute = () => screen.findByRole('spinbutton', { name: /^minute/ });
    visit(path);
    await pressAll(begin);
    await userEvent.click(await minute());
    await userEvent.keyboard('47');
    await lockAndUnlock();
    await pressAll(begin);
    expect(await minute()).toHaveTextContent('47');
  });

  it('gives back an emptied reflection', async () => {
    const words = () => screen.findByLabelText('Your words');
    const change: Press[] = [['button', 'Change my words']];
    visit('/challenges/h3');
    await pressAll(change);
    await userEvent.clear(await words());
    await lockAndUnlock();
    await pressAll(change);
    expect(await words()).toHaveValue('');
  });

  it('gives back the reflection whose answer arrived behind it, and what was written meanwhile', async () => {
    const words = () => screen.findByLabelText('Your words');
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let stored: ChallengeView = COMPLETED;
    server.http.use(
      http.get('*/api/challenges/h1', () => data(stored)),
      http.post<never, { text: string; mood: number }>('*/api/challenges/h1/reflection', async ({ request }) => {
        const reflection = { user: me._id, ...(await request.json()), at: NOW };
        if (stored === COMPLETED) await answered;
        stored = { ...COMPLETED, version: stored.version + 1, reflections: [reflection] };
        return data(stored);
      }),
    );
    visit('/challenges/h1');
    await userEvent.type(await words(), 'The pigeons!');
    await pressAll([
      ['radio', 'Lovely'],
      ['button', 'Save my words'],
    ]);
    act(() => appLock.lock());
    await findLock();
    answer();
    await waitFor(() => expect(storedKeys(DRAFT_PREFIX)).toEqual([]));
    act(() => appLock.unlock());
    await pressAll([['button', 'Change my words']]);
    expect(await words()).toHaveValue('The pigeons!');

    await userEvent.type(await words(), ' Both');
    fireEvent.click(screen.getByRole('button', { name: 'Save my words' }));
    fireEvent.change(screen.getByLabelText('Your words'), { target: { value: 'The pigeons! Both of them' } });
    await pressAll([['button', 'Change my words']]);
    expect(await words()).toHaveValue('The pigeons! Both of them');
  });

  it('gives back the moments of the year that were left out', async () => {
    visit('/memories');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'I said yes' }));
    await lockAndUnlock();
    expect(await screen.findByRole('checkbox', { name: 'I said yes' })).not.toBeChecked();
  });

  it('gives back the item that a message becomes, with its list', async () => {
    const begin = async (): Promise<void> => {
      const bubble = (await screen.findByText('Oat milk')).closest('[data-message]');
      fireEvent.keyDown(bubble ?? document.body, { key: 'Enter' });
      await pressAll([['menuitem', 'Put it on a list']]);
    };
    visit('/chat');
    await begin();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Item' }), ', two of it');
    await pressAll([['radio', 'Someday']]);
    await lockAndUnlock();
    // The page takes the focus then, which closes a menu.
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    await begin();
    expect(await screen.findByRole('textbox', { name: 'Item' })).toHaveValue('Oat milk, two of it');
    expect(screen.getByRole('radio', { name: 'Someday' })).toBeChecked();
  });

  it('gives back a picture with its crop', async () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    Object.assign(window, { createImageBitmap: async () => ({ width: 40, height: 30 }) });
    visit('/profile');
    const input = await screen.findByLabelText('Picture file');
    await userEvent.upload(input, new File(['x'], 'me.png', { type: 'image/png' }));
    const slider = await screen.findByRole('slider', { name: 'Zoom' });
    fireEvent.change(slider, { target: { value: '2' } });
    await lockAndUnlock();
    expect(await screen.findByRole('slider', { name: 'Zoom' })).toHaveValue('2');
    Reflect.deleteProperty(window, 'createImageBitmap');
  });
});
