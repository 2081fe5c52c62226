import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { aCapsule, aText } from './capsules.js';
import { aChallenge } from './challenge-scene.js';
import { refusal } from './api-server.js';
import { partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

const data = (value: unknown) =>
  server.api.linked ? HttpResponse.json({ success: true, data: value }) : refusal('NO_PARTNER');

beforeEach(() => {
  remember(server.api);
  server.http.use(
    http.get('*/api/capsules/:id', () =>
      data(aCapsule({ contributions: [aText({ author: partner._id, text: 'Only for you' })] })),
    ),
    http.get('*/api/challenges/:id', () => data(aChallenge())),
  );
});

/** The endpoints whose answers the page has in memory. */
const cached = ({ store }: ReturnType<typeof open>) =>
  Object.values(store.getState().api.queries).flatMap((answer) => answer?.endpointName ?? []);

const unlink = ({ wire }: ReturnType<typeof open>): void => {
  server.api.linked = false;
  const at = new Date().toISOString();
  act(() => wire.deliver('partner_activity', { kind: 'unlinked', entity: { type: 'couple', id: 'c1' }, at }));
};

describe('an open page of the couple after the partner has ended the link', () => {
  it.each([
    ['/memories/k1', 'For our tenth year', 'Memories are for two', 'getCapsule'],
    ['/challenges/h1', 'Below the surface', 'Challenges are for two', 'getChallenge'],
  ])('%s shows nothing of the couple, on the screen or in memory', async (path, title, alone, endpoint) => {
    const page = open(path);
    const main = within(await screen.findByRole('main'));
    expect(await main.findByRole('heading', { name: title })).toBeVisible();
    unlink(page);
    expect(await main.findByRole('heading', { name: alone })).toBeVisible();
    expect(main.queryByRole('heading', { name: title })).toBeNull();
    await waitFor(() => expect(cached(page)).not.toContain(endpoint));
    expect(cached(page)).not.toContain('getCapsules');
    expect(cached(page)).toContain('getPartnerStatus');
  });

  it('drops the activities and the statistics of the couple', async () => {
    const page = open('/dashboard');
    await screen.findByRole('region', { name: 'Activity' });
    await waitFor(() => expect(cached(page)).toEqual(expect.arrayContaining(['getActivities', 'getDailyToday'])));
    unlink(page);
    expect(await screen.findByText('No Partner Connected')).toBeVisible();
    await waitFor(() => expect(cached(page)).not.toContain('getActivities'));
    expect(cached(page)).not.toContain('getDailyToday');
    const { queries } = page.store.getState().api;
    expect(Object.keys(queries)).not.toContain('getStats("couple")');
  });
});
