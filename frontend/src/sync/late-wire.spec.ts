import { FakeWire } from '../../test/fake-wire.js';
import { lateWire } from './late-wire.js';
import type { OpenWire } from './socket-wire.js';

const introduce = () => ({ token: null, status: 'online' as const });

/** A wire whose code arrives when the test says so. */
function opened() {
  const real = new FakeWire('mira');
  const loads: { resolve: (open: OpenWire) => void; reject: (reason: Error) => void }[] = [];
  const wire = lateWire(() => new Promise((resolve, reject) => loads.push({ resolve, reject })))(introduce);
  const seen: string[] = [];
  const end = wire.on('authenticated', ({ userId }) => seen.push(userId));
  wire.onGaveUp(() => seen.push('gave up'));
  const settle = (settled: () => void) => {
    settled();
    return new Promise((resolve) => setTimeout(resolve));
  };
  return { real, loads, wire, seen, end, settle };
}

describe('a wire whose code loads late', () => {
  it('loads once with the first connection and passes on what was subscribed before', async () => {
    const { real, loads, wire, seen, settle } = opened();
    expect(loads).toHaveLength(0);
    wire.connect();
    wire.connect();
    expect(loads).toHaveLength(1);
    await expect(wire.ask('message_read', { chatId: 'c', upTo: 1 })).rejects.toThrow('not connected');
    await settle(() => loads[0]?.resolve(real.open));
    expect(seen).toEqual(['mira']);
  });

  it('does not connect when the connection was ended meanwhile', async () => {
    const { real, loads, wire, seen, settle } = opened();
    wire.connect();
    wire.disconnect();
    await settle(() => loads[0]?.resolve(real.open));
    expect(seen).toEqual([]);
    wire.connect();
    expect(seen).toEqual(['mira']);
  });

  it('leaves out a subscription that has ended', async () => {
    const { real, loads, wire, seen, end, settle } = opened();
    end();
    wire.connect();
    await settle(() => loads[0]?.resolve(real.open));
    expect(seen).toEqual([]);
  });

  it('counts a failed load as a failed connection and loads again with the next attempt', async () => {
    const { real, loads, wire, seen, settle } = opened();
    wire.connect();
    await settle(() => loads[0]?.reject(new Error('offline')));
    expect(seen).toEqual(['gave up']);
    wire.connect();
    await settle(() => loads[1]?.resolve(real.open));
    expect(seen).toEqual(['gave up', 'mira']);
  });
});
