import type { GoalView } from '@duet/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { appLock } from '../src/platform/app-lock/app-lock.js';
import { session } from '../src/platform/session/session.js';
import {
  type Press,
  findLock,
  lockAndUnlock,
  openAnotherTab,
  pressAll,
  storeLock,
  useAppLock,
} from './app-lock-page.js';
import { data } from './api-server.js';
import { aCapsule, aText } from './capsules.js';
import { aChallenge, aStep } from './challenge-scene.js';
import { CHAT, me, partner } from './chat-server.js';
import { installMicrophone } from './fake-microphone.js';
import { aGoal } from './goals.js';

const { server, visit } = useAppLock();
let goal: GoalView;
let changed: { version: number }[];

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

const AT = '2026-03-04T12:00:00Z';
const PASSKEY = { _id: 'p1', id: 'p1', name: 'My phone', createdAt: AT, lastUsedAt: null, synced: false };

beforeEach(async () => {
  goal = aGoal({ actions: ['add_entry', 'change_details'] });
  changed = [];
  server.http.use(
    http.get('*/api/messages/scheduled', () => data([SCHEDULED])),
    http.get('*/api/users/passkeys', () => data([PASSKEY])),
    http.get('*/api/challenges/h1', () =>
      data(aChallenge({ steps: [aStep({ type: 'voice', proof: 'voice', title: 'Sing' })] })),
    ),
    http.get('*/api/goals/g1', () => data(goal)),
    http.patch<never, { version: number }>('*/api/goals/g1', async ({ request }) => {
      changed.push(await request.json());
      return data(goal);
    }),
    http.get('*/api/capsules/k1', () => data(aCapsule({ contributions: [aText({ text: 'I knew it at once' })] }))),
  );
  await storeLock({ isLocked: false });
  openAnotherTab();
});

interface Form {
  what: string;
  path: string;
  /** The presses that open the form. */
  begin?: Press[];
  /** The presses after which the field is there; the lock keeps them too. */
  choose?: Press[];
  field: RegExp;
}

const EDIT_CAPSULE: Press[] = [
  ['button', 'More about this capsule'],
  ['menuitem', 'Edit capsule'],
];
const EDIT_GOAL: Press[] = [
  ['button', 'More actions'],
  ['menuitem', 'Change'],
];

const EDIT_PROFILE: Press[] = [['button', 'Edit profile']];
const CHANGE_EMAIL: Press[] = [
  ['button', 'Configure Account'],
  ['button', 'Change email'],
];
const RENAME_PASSKEY: Press[] = [
  ['button', 'Configure Account'],
  ['button', 'Rename My phone'],
];

const FORMS: Form[] = [
  { what: 'the profile', path: '/profile', begin: EDIT_PROFILE, field: /^Bio/ },
  { what: 'the name of a passkey', path: '/settings', begin: RENAME_PASSKEY, field: /^Name/ },
  { what: 'a new capsule', path: '/memories', begin: [['button', 'New capsule']], field: /^A few words about it/ },
  { what: 'a capsule', path: '/memories/k1', begin: EDIT_CAPSULE, field: /^Title/ },
  { what: 'the place of a contribution', path: '/memories/k1', field: /^Place/ },
  { what: 'a contribution', path: '/memories/k1', begin: [['button', 'Change this']], field: /^Your words/ },
  {
    what: 'a new goal',
    path: '/challenges?tab=goals',
    begin: [['button', 'New goal']],
    choose: [['radio', 'Counting up']],
    field: /^Of what/,
  },
  { what: 'a goal', path: '/challenges?tab=goals&goal=g1', begin: EDIT_GOAL, field: /^Why it matters/ },
  { what: 'an amount', path: '/challenges?tab=goals&goal=g1', field: /^How much is new/ },
  { what: 'a new list', path: '/challenges?tab=lists', begin: [['button', 'New list']], field: /^Title/ },
  { what: 'a new wish', path: '/challenges?tab=wishes', begin: [['button', 'New wish']], field: /^Points/ },
  { what: 'a new date', path: '/dashboard', begin: [['button', 'Add a date']], field: /^Title/ },
  {
    what: 'a report',
    path: '/partner',
    begin: [['button', `Report ${partner.firstName}`]],
    field: /^In your own words/,
  },
  {
    what: 'a scheduled message',
    path: '/chat',
    begin: [
      ['button', '1 scheduled'],
      ['button', 'Change'],
    ],
    field: /^Message$/,
  },
];

describe('the app lock', () => {
  it.each(FORMS)('gives back what was typed in the form of $what', async ({ path, begin = [], choose = [], field }) => {
    visit(path);
    await pressAll([...begin, ...choose]);
    const typed = (await screen.findAllByRole('textbox', { name: field })).at(-1) ?? document.body;
    await userEvent.type(typed, ' 12 words');
    const words = typed instanceof HTMLInputElement || typed instanceof HTMLTextAreaElement ? typed.value : '';
    expect(words).toContain(' 12 words');
    await lockAndUnlock();
    await pressAll(begin);
    expect((await screen.findAllByRole('textbox', { name: field })).at(-1)).toHaveValue(words);
  });

  it('gives back a request to a person who is found again', async () => {
    server.api.linked = false;
    visit('/dashboard');
    await userEvent.type(await screen.findByLabelText(/Search by name/), 'cleo');
    await userEvent.click(await screen.findByRole('button', { name: /^Send.*Cleo/ }));
    await userEvent.type(screen.getByRole('textbox', { name: /^Message to Cleo/ }), 'It is me');
    await lockAndUnlock();
    await userEvent.click(await screen.findByRole('button', { name: /^Send.*Cleo/ }));
    expect(screen.getByRole('textbox', { name: /^Message to Cleo/ })).toHaveValue('It is me');
  });

  it('gives back a drawing', async () => {
    HTMLElement.prototype.setPointerCapture = () => undefined;
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    visit('/chat');
    const draw: Press[] = [
      ['button', 'Stickers'],
      ['button', 'Draw a note'],
    ];
    await pressAll(draw);
    const sheet = await screen.findByRole('img', { name: /still empty/ });
    // jsdom has no PointerEvent.
    for (const type of ['pointerdown', 'pointerup'])
      fireEvent(sheet, Object.assign(new MouseEvent(type, { bubbles: true }), { pointerId: 1 }));
    expect(screen.getByRole('img', { name: /1 stroke$/ })).toBeVisible();
    await lockAndUnlock();
    await pressAll(draw);
    expect(await screen.findByRole('img', { name: /1 stroke$/ })).toBeVisible();
  });

  it('gives back a voice note that is ready to be handed in', async () => {
    URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
    URL.revokeObjectURL = () => undefined;
    installMicrophone();
    visit('/challenges/h1');
    await userEvent.click(await screen.findByRole('button', { name: 'Record a voice note: Sing' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use this recording' }));
    expect(await screen.findByRole('group', { name: 'Your recording' })).toBeVisible();
    await lockAndUnlock();
    expect(await screen.findByRole('group', { name: 'Your recording' })).toBeVisible();
    Reflect.deleteProperty(window, 'MediaRecorder');
  });

  it('keeps the version of an edit: the partner may have changed the thing meanwhile', async () => {
    const { wire } = visit('/challenges?tab=goals&goal=g1');
    await pressAll(EDIT_GOAL);
    await userEvent.type(await screen.findByRole('textbox', { name: /^Why it matters/ }), 'For us');
    act(() => appLock.lock());
    await findLock();
    goal = { ...goal, version: 5, why: 'For Bob' };
    const by = { _id: partner._id, firstName: partner.firstName };
    const activity = { kind: 'goal_changed' as const, by, entity: { type: 'goal' as const, id: 'g1' } };
    act(() => wire.deliver('partner_activity', { ...activity, at: new Date().toISOString() }));
    act(() => appLock.unlock());
    expect(await screen.findByText('For Bob')).toBeVisible();
    await pressAll(EDIT_GOAL);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changed).toMatchObject([{ version: 1, why: 'For us' }]));
  });

  it('keeps no password that was typed beside other fields', async () => {
    visit('/settings');
    await pressAll(CHANGE_EMAIL);
    await userEvent.type(await screen.findByRole('textbox', { name: /^New email/ }), 'ada@new.example');
    await userEvent.type(screen.getByLabelText('Your password'), 'Right1');
    await lockAndUnlock();
    await pressAll(CHANGE_EMAIL);
    expect(await screen.findByRole('textbox', { name: /^New email/ })).toHaveValue('ada@new.example');
    expect(screen.getByLabelText('Your password')).toHaveValue('');
  });

  it('forgets a form that was sent', async () => {
    server.http.use(http.put('*/api/users/profile', () => data(server.api.user)));
    const bio = () => screen.findByRole('textbox', { name: /^Bio/ });
    visit('/profile');
    await pressAll(EDIT_PROFILE);
    await userEvent.type(await bio(), 'I swim');
    await lockAndUnlock();
    await pressAll([...EDIT_PROFILE, ['button', 'Save Profile']]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await lockAndUnlock();
    await pressAll(EDIT_PROFILE);
    expect(await bio()).toHaveValue(server.api.user.bio ?? '');
  });

  it.each<[string, string, RegExp]>([
    ['/memories', 'New capsule', /^Title/],
    ['/profile', 'Edit profile', /^Bio/],
  ])('keeps nothing for the next person on %s', async (path, opener, field) => {
    visit(path);
    await pressAll([['button', opener]]);
    await userEvent.type(await screen.findByRole('textbox', { name: field }), 'Ours');
    act(() => appLock.lock());
    await findLock();
    const { user } = server.api;
    act(() => session.signedOut());
    act(() => session.signedIn({ user: { ...user, _id: me._id }, partner, ...server.api.tokens }));
    await pressAll([['button', opener]]);
    expect(await screen.findByRole('textbox', { name: field })).toHaveValue('');
  });
});
