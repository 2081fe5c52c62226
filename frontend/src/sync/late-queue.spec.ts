import { waitFor } from '@testing-library/react';
import type { UserView } from '@duet/contracts';
import { me, partner } from '../../test/chat-server.js';
import { FakeWire } from '../../test/fake-wire.js';
import { session } from '../platform/session/session.js';
import { LateQueue, type ReactingQueue } from './late-queue.js';
import type { LinkStatus } from './socket.js';

const bob: UserView = { ...me, ...partner, partner: me };

const signIn = (user: UserView): void =>
  session.signedIn({ user, partner: user.partner, token: `of ${user._id}`, refreshToken: 'refresh' });

/** A queue whose code arrives when the test says so. */
function aLateQueue() {
  const calls: string[] = [];
  const note =
    (call: string) =>
    (...values: unknown[]): Promise<void> => {
      calls.push([call, ...values].join(' '));
      return Promise.resolve();
    };
  const queue: ReactingQueue = {
    storageChanged: note('storage changed'),
    online: note('online'),
    connected: note('connected'),
    userLeft: note('user left'),
    userChanged: note('user changed'),
    stop: note('stopped'),
  };
  const loads: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  const link = {
    wire: new FakeWire('mira').open(() => ({ token: null, status: 'online' })),
    status: (): LinkStatus => 'connected',
    subscribe: () => () => undefined,
    start: () => () => undefined,
    reconnect: () => undefined,
  };
  const late = new LateQueue(
    'test',
    link,
    () => new Promise<typeof queue>((resolve, reject) => loads.push({ resolve: () => resolve(queue), reject })),
  );
  return { late, loads, calls, note };
}

describe('a queue whose code loads late', () => {
  beforeEach(() => signIn(me));
  afterEach(() => session.signedOut());

  it('misses nothing that happened before: neither a sign-out nor an act', async () => {
    const { late, loads, calls, note } = aLateQueue();
    const stop = late.start();
    void late.use(note('added'));
    expect(loads).toHaveLength(1);
    session.signedOut(true);
    signIn(me);
    loads[0]?.resolve();
    await waitFor(() =>
      expect(calls).toEqual([
        'user changed',
        'added [object Object]',
        `user left ${me._id} true`,
        'user changed',
        'user changed',
      ]),
    );
    stop();
    expect(calls.at(-1)).toBe('stopped');
  });

  it('does nothing in the name of the next user', async () => {
    const { late, loads, calls, note } = aLateQueue();
    const acted = late.use(note('added'));
    signIn(bob);
    loads[0]?.resolve();
    expect(await acted).toBeUndefined();
    expect(calls).toEqual([]);
  });

  it('acts at once when its code is there', async () => {
    const { late, loads, calls, note } = aLateQueue();
    const acted = late.use(note('first'));
    loads[0]?.resolve();
    await acted;
    void late.use(note('second'));
    expect(calls).toEqual(['first [object Object]', 'second [object Object]']);
  });

  it('loads again with the next use when its code did not arrive', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { late, loads, calls, note } = aLateQueue();
    const first = late.use(note('first'));
    loads[0]?.reject(new Error('offline'));
    await waitFor(() => expect(warned).toHaveBeenCalled());
    const second = late.use(note('second'));
    loads[1]?.resolve();
    await Promise.all([first, second]);
    expect(calls).toEqual(['first [object Object]', 'second [object Object]']);
    warned.mockRestore();
  });
});
