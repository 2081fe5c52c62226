import type { ChallengeView } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { session } from '../src/platform/session/session.js';
import { refusal } from './api-server.js';
import { aCapsule } from './capsules.js';
import { aChallenge, aStep, data } from './challenge-scene.js';
import { me, partner } from './chat-server.js';
import { ListServer } from './list-server.js';
import { open, remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

const server = useApi();

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

let sent: unknown[];

beforeEach(() => {
  sent = [];
  server.http.events.removeAllListeners();
  server.http.events.on('request:start', ({ request }) => {
    if (request.method === 'PATCH')
      void request
        .clone()
        .json()
        .then((body) => sent.push(body));
  });
  server.http.use(
    http.patch('*/api/partners/timezone', async ({ request }) => {
      const { timezone } = Object(await request.json());
      server.api.timezone = timezone;
      return Response.json({
        success: true,
        data: {
          _id: 'c1',
          chatId: 'c1',
          linkedAt: '2026-02-01T00:00:00Z',
          timezone,
          togetherSince: '2026-02-01',
          togetherSinceVersion: 0,
          version: 1,
        },
      });
    }),
  );
});

const field = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
  return within(await screen.findByRole('dialog', { name: 'Relationship' })).findByRole('combobox', {
    name: 'Time zone',
  });
};

/** Replaces the field's text and chooses the first option. */
const choose = async (box: HTMLElement, place: string): Promise<void> => {
  await userEvent.tripleClick(box);
  await userEvent.paste(place);
  await userEvent.keyboard('{ArrowDown}{Enter}');
};

describe('the time zone of a couple', () => {
  it('is searched, chosen and saved', async () => {
    remember(server.api);
    open('/settings');
    const box = await field();
    expect(box).toHaveValue('UTC');
    await choose(box, 'new yor');
    expect(await screen.findByText('Time zone changed')).toBeInTheDocument();
    expect(sent).toEqual([{ timezone: 'America/New_York' }]);
    expect(box).toHaveValue('America/New York');
  });

  it('is restored when the server refuses a change', async () => {
    server.http.use(http.patch('*/api/partners/timezone', () => refusal('UNAVAILABLE')));
    remember(server.api);
    open('/settings');
    const box = await field();
    await choose(box, 'tokyo');
    expect(await screen.findByRole('alert', { hidden: true })).toBeInTheDocument();
    await waitFor(() => expect(box).toHaveValue('UTC'));
  });

  it('is restored when the field is left empty', async () => {
    remember(server.api);
    open('/settings');
    const box = await field();
    await userEvent.clear(box);
    await userEvent.tab();
    await waitFor(() => expect(box).toHaveValue('UTC'));
    expect(sent).toEqual([]);
  });

  it('follows the partner’s choice live', async () => {
    remember(server.api);
    session.restart();
    const { wire } = renderApp('/settings');
    const box = await field();
    server.api.timezone = 'Asia/Tokyo';
    const by = { _id: partner._id, firstName: partner.firstName };
    act(() =>
      wire.deliver('partner_activity', {
        kind: 'timezone_changed',
        by,
        entity: { type: 'user', id: partner._id },
        at: new Date().toISOString(),
      }),
    );
    await waitFor(() => expect(box).toHaveValue('Asia/Tokyo'));
  });

  it('starts as the time zone of the user who accepts', async () => {
    server.api.linked = false;
    const request = {
      _id: 'q1',
      id: 'q1',
      sender: partner,
      receiver: me,
      message: '',
      createdAt: new Date().toISOString(),
      expiresAt: '2030-01-01T00:00:00Z',
    };
    server.api.requests = [request];
    remember(server.api);
    open('/dashboard');
    await userEvent.click(await screen.findByRole('tab', { name: /Requests 1 pending/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Accept Bob Lovelace' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Look around first' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
    expect(sent).toEqual([{ action: 'accept', timezone: HERE }]);
  });
});

describe('a day of the two', () => {
  /** Midnight of 4 May 2999 in Kiritimati, 14 hours ahead of UTC. */
  const MIDNIGHT = '2999-05-03T10:00:00.000Z';
  const DAY = 'May 4, 2999';

  beforeEach(() => {
    server.api.timezone = 'Pacific/Kiritimati';
    remember(server.api);
  });

  it.each<[string, Partial<ChallengeView>, string]>([
    ['on which a proposal starts', { status: 'proposed', startAt: MIDNIGHT }, `Starts on ${DAY}`],
    ['that a proposal suggests', { status: 'proposed', startAt: MIDNIGHT }, `It would start on ${DAY}.`],
    ['on which a challenge begins', { startAt: MIDNIGHT }, `It begins on ${DAY}.`],
    ['until which a challenge runs', { dueAt: MIDNIGHT }, `Until ${DAY}`],
    ['that has passed', { overdue: true, dueAt: MIDNIGHT }, `The last day was ${DAY}.`],
    ['on which a step opens', { steps: [aStep({ opensAt: MIDNIGHT, actions: [] })] }, `Opens on ${DAY}`],
  ])('%s is theirs, not the device’s', async (_which, given, words) => {
    server.http.use(http.get('*/api/challenges/h1', () => data(aChallenge(given))));
    open('/challenges/h1');
    expect(await screen.findByText(words, { exact: false })).toBeVisible();
  });

  it('is theirs on a list', async () => {
    const list = new ListServer();
    list.add('bread', { dueAt: MIDNIGHT });
    server.http.use(...list.handlers);
    open(`/challenges?tab=lists&list=${list.id}`);
    expect(await screen.findByText(`by ${DAY}`)).toBeVisible();
  });

  it('on which a capsule opens, and the proposed one, are those of the zone in which they were chosen', async () => {
    const unlockProposal = { by: partner._id, unlockAt: '2999-06-01T10:00:00.000Z', at: '2026-11-02T10:00:00.000Z' };
    const capsule = aCapsule({ status: 'sealed', unlockAt: MIDNIGHT, unlockTz: 'Pacific/Kiritimati', unlockProposal });
    server.http.use(http.get('*/api/capsules/k1', () => data(capsule)));
    server.api.timezone = 'UTC';
    open('/memories/k1');
    expect(await screen.findByText(`Opens on ${DAY}`, { exact: false })).toBeVisible();
    expect(screen.getByText('Bob would like it to open on June 2, 2999.')).toBeVisible();
  });
});
