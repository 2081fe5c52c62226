import { act, screen, waitFor } from '@testing-library/react';
import { appLock } from '../src/platform/app-lock/app-lock.js';
import { keptStorage } from '../src/platform/kept/kept-storage.js';
import { session } from '../src/platform/session/session.js';
import { ofPartner, useKeptPage, words } from './kept-page.js';
import { open, remember } from './pages.js';
import { stored } from './stored-state.js';

const kept = useKeptPage();
const { server, away, openAndKeep } = kept;

describe('the storage of the kept state', () => {
  it('is not written back by a tab that another one has replaced', async () => {
    const page = await openAndKeep();
    await keptStorage.clear();
    await stored.becomeAnothersTab();
    const write = jest.spyOn(keptStorage, 'write');
    act(() => page.wire.deliver('new_message', ofPartner(3, 'too late')));
    await waitFor(() => expect(write).toHaveBeenCalled());
    await expect(write.mock.results[0]?.value).resolves.toBe(false);
    expect(await keptStorage.read()).toBeNull();
    write.mockRestore();
  });

  it('keeps what another tab has written since, when this one comes back to the front', async () => {
    await openAndKeep();
    const state = Object((await keptStorage.read())?.state);
    const page = { ...state.page, asOf: 3, messages: [...state.page.messages, ofPartner(3, 'from the other tab')] };
    const queries = [...state.queries, { endpointName: 'getDates', value: [{ title: 'Our day' }] }];
    await keptStorage.write({ ...state, page, queries }, new Set());
    await stored.becomeAnothersTab();
    server.api.nickname = 'Bobby';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect(await words()).toContain('Bobby'));
    expect(await words()).toContain('from the other tab');
    expect(await words()).toContain('Our day');
  });

  it('of another build is not shown', async () => {
    const page = await openAndKeep();
    page.unmount();
    const script = document.createElement('script');
    script.type = 'module';
    script.setAttribute('src', '/assets/index-newer.js');
    document.head.append(script);
    away();
    open('/chat');
    await screen.findByText(/^Duet cannot be reached right now/);
    expect(screen.queryByText('home at 7')).not.toBeInTheDocument();
    script.remove();
  });

  it('is sealed behind a PIN, and in the clear again without one', async () => {
    await openAndKeep();
    await act(() => appLock.turnOn('482913', 5));
    await waitFor(async () => expect(await words()).toContain('home at 7'));
    expect(await stored.bytes()).not.toContain('home at 7');
    act(() => appLock.lock());
    expect(await keptStorage.read()).toBeNull();
    await act(() => appLock.tryPin('482913'));
    act(() => appLock.unlock());
    await waitFor(async () => expect(await words()).toContain('home at 7'));
    act(() => appLock.turnOff());
    await waitFor(async () => expect(await stored.bytes()).toContain('home at 7'));
  });

  it('is nothing behind a passkey, which yields no key', async () => {
    await openAndKeep();
    await act(() => appLock.turnOn(null, 5));
    await waitFor(async () => expect(await stored.bytes()).toBe(''));
  });

  it.each(['open', 'get', 'put', 'delete', 'clear', 'getAllKeys'] as const)(
    'is not needed: Duet works where the storage fails at %s',
    async (name) => {
      const failing = stored.failAt(name);
      remember(server.api);
      const page = open('/chat');
      expect(await screen.findByText('home at 7')).toBeInTheDocument();
      act(() => page.wire.deliver('new_message', ofPartner(3, 'or at 8')));
      expect(await screen.findByText('or at 8')).toBeInTheDocument();
      act(() => session.signedOut(true));
      await waitFor(() => expect(page.at()).toBe('/login'));
      failing.restore();
    },
  );
});
