import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { baseApi, dataOf } from '../src/api/base-api.js';
import { session } from '../src/platform/session/session.js';
import { refreshEarly } from '../src/platform/session/start-up.js';
import { refusal } from './api-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

/** Calls used only by these tests. */
const probe = baseApi.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<string, number>({ query: (n) => `/probe/${n}`, transformResponse: dataOf<string> }),
  }),
});

describe('the session', () => {
  it('is verified at start with fresh tokens and the account before any page shows', async () => {
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

  it('asks for fresh tokens once, also where it did so before the app was there', async () => {
    remember(server.api);
    session.restart();
    refreshEarly();
    await waitFor(() => expect(session.get().token).toBe('t2'));
    open('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
    expect(server.api.refreshes).toBe(1);
  });

  it('ends at the start when the refresh token is refused', async () => {
    remember(server.api);
    server.api.generation = 7;
    const page = open('/chat');
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(localStorage.getItem('auth-storage')).toBeNull();
  });

  it('refreshes once for many calls with an expired token and repeats each', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    const before = server.api.refreshes;
    server.http.use(server.api.get('/probe/:n', (request) => request.url.slice(-1)));
    server.api.refreshes = 0;
    // The server rejects the access token, as after fifteen minutes.
    act(() => session.refreshed({ token: 'old', refreshToken: session.get().refreshToken ?? '' }));
    const answers = await act(() =>
      Promise.all([1, 2, 3, 4].map((n) => page.store.dispatch(probe.endpoints.probe.initiate(n)))),
    );
    expect(answers.map(({ data }) => data)).toEqual(['1', '2', '3', '4']);
    expect(before).toBe(1);
    expect(server.api.refreshes).toBe(1);
  });

  it('uses the tokens that another tab refreshed', async () => {
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

  it('ends when another tab signs out', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    localStorage.removeItem('auth-storage');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage' })));
    await waitFor(() => expect(page.at()).toBe('/login'));
  });

  it('repeats a failed read once and survives an unavailable server', async () => {
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

/** Answers that say nothing about the session. */
const AWAY: [string, () => Response][] = [
  ['nothing', () => HttpResponse.error()],
  ['a 503', () => refusal('UNAVAILABLE')],
  ['a 500', () => refusal('INTERNAL')],
  ['a 429', () => refusal('RATE_LIMITED')],
  ['a 404', () => refusal('NOT_FOUND')],
  ["a proxy's page", () => HttpResponse.html('<h1>Sign in to the hotel</h1>')],
  ["a proxy's 401", () => HttpResponse.html('<h1>Sign in to the hotel</h1>', { status: 401 })],
];

const refreshAnswers = (answer: () => Response): void => server.http.use(http.post('*/api/auth/refresh-token', answer));
const storedToken = (): unknown => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').refreshToken;

describe('an unavailable server at start', () => {
  it.each(AWAY)(
    'that answers %s keeps the user signed in and shows the app’s frame until it returns',
    async (_what, answer) => {
      remember(server.api);
      let isAway = true;
      let asked = 0;
      server.http.use(
        http.post('*/api/auth/refresh-token', () => {
          asked += 1;
          return isAway ? answer() : undefined;
        }),
      );
      const page = open('/dashboard');
      expect(await screen.findByText(/^Duet cannot be reached right now/)).toBeVisible();
      expect(screen.getByRole('complementary', { name: 'Sidebar' })).toHaveTextContent('Ada Lovelace');
      expect(page.at()).toBe('/dashboard');
      expect(storedToken()).toBe('r1');
      await waitFor(() => expect(asked).toBeGreaterThan(2));
      isAway = false;
      act(() => void window.dispatchEvent(new Event('online')));
      expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
      expect(screen.queryByText(/^Duet cannot be reached/)).not.toBeInTheDocument();
      expect(session.get()).toMatchObject({ status: 'authenticated', refreshToken: 'r2' });
    },
  );

  it('is retried automatically and on request', async () => {
    remember(server.api);
    refreshAnswers(() => HttpResponse.error());
    open('/dashboard');
    const button = await screen.findByRole('button', { name: 'Try now' });
    server.http.resetHandlers(...server.api.handlers);
    await userEvent.click(button);
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
  });

  it('that fails between tokens and account does not end the session', async () => {
    remember(server.api);
    let calls = 0;
    server.http.use(http.get('*/api/users/profile', () => ((calls += 1) < 4 ? refusal('UNAVAILABLE') : undefined)));
    open('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
    expect(server.api.refreshes).toBe(1);
  });

  it('that does not answer leads to a message instead of an empty page', async () => {
    remember(server.api);
    let release = (): void => undefined;
    server.api.refreshGate = new Promise((resolve) => void (release = resolve));
    open('/dashboard');
    expect(screen.getByRole('status', { name: 'Loading Duet' })).toBeInTheDocument();
    expect(await screen.findByText(/^Duet cannot be reached right now/)).toBeVisible();
    release();
    expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible();
  });
});

describe('a refresh during use', () => {
  it('that a sign-out overtakes brings no session back', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    server.http.use(server.api.get('/probe/:n', () => 'ok'));
    act(() => session.refreshed({ token: 'old', refreshToken: session.get().refreshToken ?? '' }));
    const before = server.api.refreshes;
    let release = (): void => undefined;
    server.api.refreshGate = new Promise((resolve) => void (release = resolve));
    const asked = page.store.dispatch(probe.endpoints.probe.initiate(40));
    await waitFor(() => expect(server.api.refreshes).toBe(before + 1));
    act(() => session.signedOut(true));
    release();
    await act(() => asked);
    expect(session.get()).toMatchObject({ token: null, isAuthenticated: false });
    expect(localStorage.getItem('auth-storage')).toBeNull();
  });

  it.each(AWAY)('that gets %s fails the call, not the session', async (_what, answer) => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    server.http.use(server.api.get('/probe/:n', () => 'ok'));
    const { refreshToken } = session.get();
    act(() => session.refreshed({ token: 'old', refreshToken: refreshToken ?? '' }));
    let isAway = true;
    server.http.use(http.post('*/api/auth/refresh-token', () => (isAway ? answer() : undefined)));
    const ask = (n: number) => act(() => page.store.dispatch(probe.endpoints.probe.initiate(n)));
    expect((await ask(20)).error).toMatchObject({ status: 'FETCH_ERROR' });
    expect(storedToken()).toBe(refreshToken);
    expect(session.get().status).toBe('authenticated');
    isAway = false;
    expect((await ask(21)).data).toBe('ok');
  });

  it('ends the session if the new token is rejected too', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    server.http.use(http.get('*/api/probe/:n', () => refusal('UNAUTHENTICATED')));
    await act(() => page.store.dispatch(probe.endpoints.probe.initiate(30)));
    await waitFor(() => expect(page.at()).toBe('/login'));
    expect(localStorage.getItem('auth-storage')).toBeNull();
  });

  it('takes over the tokens of another tab that used the refresh token first', async () => {
    remember(server.api);
    const page = open('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    server.http.use(server.api.get('/probe/:n', () => 'ok'));
    act(() => session.refreshed({ token: 'old', refreshToken: session.get().refreshToken ?? '' }));
    refreshAnswers(() => {
      server.api.generation = 9;
      remember(server.api);
      return refusal('UNAUTHENTICATED');
    });
    expect((await act(() => page.store.dispatch(probe.endpoints.probe.initiate(31)))).data).toBe('ok');
    expect(session.get()).toMatchObject({ token: 't9', status: 'authenticated' });
  });
});
