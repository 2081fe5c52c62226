import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { baseApi, dataOf } from '../src/api/base-api.js';
import { session } from '../src/api/session.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

/** Calls that only these tests make. */
const probe = baseApi.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<string, number>({ query: (n) => `/probe/${n}`, transformResponse: dataOf<string> }),
  }),
});

describe('the session', () => {
  it('is proven at the start: fresh tokens, then the account, and no page before', async () => {
    remember(server.api);
    let release = (): void => undefined;
    server.api.refreshGate = new Promise((resolve) => void (release = resolve));
    open('/dashboard');
    expect(screen.getByRole('status', { name: 'Loading Duet' })).toBeInTheDocument();
    expect(screen.queryByRole('main')).not.toBeInTheDocument();
    release();
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
    expect(session.get()).toMatchObject({ token: 't2', refreshToken: 'r2', status: 'authenticated' });
  });

  it('ends at the start when the refresh token is refused', async () => {
    remember(server.api);
    server.api.generation = 7;
    const page = open('/chat');
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(localStorage.getItem('auth-storage')).toBeNull();
  });

  it('refreshes once for many calls that expired together, and repeats each', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    const before = server.api.refreshes;
    server.http.use(server.api.get('/probe/:n', (request) => request.url.slice(-1)));
    server.api.refreshes = 0;
    // The server forgets the access token, as after fifteen minutes.
    act(() => session.refreshed({ token: 'old', refreshToken: session.get().refreshToken ?? '' }));
    const answers = await act(() => Promise.all([1, 2, 3, 4].map((n) => page.store.dispatch(probe.endpoints.probe.initiate(n)))));
    expect(answers.map(({ data }) => data)).toEqual(['1', '2', '3', '4']);
    expect(before).toBe(1);
    expect(server.api.refreshes).toBe(1);
  });

  it('uses what another tab refreshed instead of refreshing again', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    server.http.use(server.api.get('/probe/:n', () => 'ok'));
    server.api.refreshes = 0;
    server.api.generation = 9;
    remember(server.api);
    const answer = await act(() => page.store.dispatch(probe.endpoints.probe.initiate(5)));
    expect(answer.data).toBe('ok');
    expect(server.api.refreshes).toBe(0);
    expect(session.get().token).toBe('t9');
  });

  it('ends everywhere when another tab signs out', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    localStorage.removeItem('auth-storage');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage' })));
    await waitFor(() => expect(page.at()).toBe('/login'));
  });

  it('repeats a failed read once, and survives a server that is away', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    let calls = 0;
    server.http.use(
      server.api.get('/probe/:n', () => {
        calls += 1;
        throw HttpResponse.json({ success: false, code: 'UNAVAILABLE', message: 'x' }, { status: 503 });
      }),
    );
    await act(() => page.store.dispatch(probe.endpoints.probe.initiate(6)));
    expect(calls).toBe(2);
    expect(session.get().isAuthenticated).toBe(true);
  });
});
