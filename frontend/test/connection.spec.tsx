import type { ErrorCode } from '@duet/contracts/plain';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { session } from '../src/platform/session/session.js';
import { createLink } from '../src/sync/socket.js';
import type { OpenWire } from '../src/sync/socket-wire.js';
import { aCapsuleSummary } from './capsules.js';
import { me } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

const server = useApi();

/** A wire that shows its token, as the real one does. */
class IntroducedWire extends FakeWire {
  readonly tokens: (string | null)[] = [];
  refusal: ErrorCode | null = null;
  private introduce: Parameters<OpenWire>[0] = () => ({ token: null, status: 'online' });
  override readonly open: OpenWire = (introduce) => {
    this.introduce = introduce;
    return this;
  };

  override connect(): void {
    if (this.isReachable) this.tokens.push(this.introduce().token);
    if (this.isReachable && this.refusal) this.deliver('authentication_error', { code: this.refusal });
    else super.connect();
  }
}

/** A wire whose attempts can be kept from ending. */
class SlowWire extends FakeWire {
  isSlow = false;

  override connect(): void {
    if (!this.isSlow) super.connect();
  }
}

describe('the live connection', () => {
  it('that was given up keeps its line and its button while another attempt runs', async () => {
    remember(server.api);
    session.restart();
    const wire = new SlowWire(me._id);
    wire.isReachable = false;
    renderApp('/memories', { wire });
    const button = await screen.findByRole('button', { name: 'Reconnect' });
    wire.isSlow = true;
    await userEvent.click(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('button', { name: /^Try now/ })).toHaveAttribute('aria-disabled', 'true');
    wire.isSlow = false;
    wire.isReachable = true;
    await userEvent.click(button);
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Try now/ })).toBeNull();
  });

  it('refreshes again when the refreshed token expires before it was of use', async () => {
    remember(server.api);
    session.restart();
    session.userLoaded(server.api.user);
    const wire = new IntroducedWire(me._id);
    const link = createLink(wire.open);
    wire.refusal = 'TOKEN_EXPIRED';
    server.api.refreshGate = Promise.resolve().then(() => void (wire.isReachable = false));
    const stop = link.start();
    await waitFor(() => expect([session.get().token, link.status()]).toEqual(['t2', 'lost']));

    wire.isReachable = true;
    link.reconnect();
    await waitFor(() => expect(link.status()).toBe('lost'));
    expect(wire.tokens).toEqual(['t1', 't2']);
    server.api.refreshGate = Promise.resolve().then(() => void (wire.refusal = null));
    link.reconnect();
    await waitFor(() => expect(link.status()).toBe('connected'));
    expect(wire.tokens).toEqual(['t1', 't2', 't2', 't3']);
    stop();
  });

  it('that comes late asks again for what may have changed before it was there', async () => {
    let title = 'Lisbon';
    server.http.use(
      http.get('*/api/capsules', () =>
        HttpResponse.json({ success: true, data: [aCapsuleSummary({ title })], nextCursor: null }),
      ),
    );
    remember(server.api);
    session.restart();
    const wire = new FakeWire(me._id);
    wire.isReachable = false;
    renderApp('/memories', { wire });
    await screen.findByRole('heading', { name: 'Lisbon' });
    title = 'Porto';
    wire.isReachable = true;
    act(() => wire.connect());
    expect(await screen.findByRole('heading', { name: 'Porto' })).toBeVisible();
  });
});
