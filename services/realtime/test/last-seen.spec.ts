import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { conversationClosed, conversationPrivacyChanged } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { Redis } from 'ioredis';
import { type Session, signIn } from './tokens.js';
import { type Client, type World, startReplica, startWorld } from './world.js';

/** Sweeps are rare in the first world, so what arrives there came by live update. */
const RARE = { SWEEP_INTERVAL: 60_000, PRESENCE_GRACE: 300 };
const SHORT = { SWEEP_INTERVAL: 200, PRESENCE_GRACE: 300, PRESENCE_EXPIRY: 1_200 };

let world: World;

interface Pair {
  ada: Session;
  bob: Session;
  chatId: string;
}

function pair({ peers }: World): Pair {
  const [ada, bob] = [signIn(), signIn()];
  return { ada, bob, chatId: peers.known.couple(ada.userId, bob.userId) };
}

const seenOf = ({ peers }: World, { userId }: Session) => peers.known.seen.filter((one) => one.userId === userId);
const lastSeen = (client: Client) => client.all('last_seen').at(-1);
const onceSeen = (client: Client, { userId }: Session) =>
  client.until('last_seen', (seen) => seen?.userId === userId && seen.at !== null);
const onceHidden = async (client: Client) => eventually(() => expect(lastSeen(client)).toBeNull());

describe('when the partner was last online', () => {
  beforeAll(async () => {
    world = await startWorld(RARE);
  });
  afterAll(() => world.stop());

  it('is recorded once at the end of the last socket on any replica, and sent to the partner at once', async () => {
    const { ada, bob, chatId } = pair(world);
    const a = await world.connect(ada, 0);
    const [one, other] = [await world.connect(bob, 0), await world.connect(bob, 1)];
    one.socket.disconnect();
    const probe = pair(world);
    // Another person leaves later: once they are recorded, the first socket of two has recorded nothing.
    (await world.connect(probe.bob, 0)).socket.disconnect();
    await eventually(() => expect(seenOf(world, probe.bob)).toHaveLength(1));
    expect(seenOf(world, bob)).toEqual([]);
    const before = Date.now();
    other.socket.disconnect();
    const seen = await onceSeen(a, bob);
    expect(Date.parse(seen?.at ?? '')).toBeGreaterThanOrEqual(before - 1_000);
    expect(seenOf(world, bob)).toEqual([{ chatId, userId: bob.userId, at: seen?.at }]);
    expect(a.all('user_offline')).toEqual([{ userId: bob.userId }]);
    // A new connection, on the other replica, gets it too, and the partner gets nothing about themselves.
    const again = await world.connect(ada, 1);
    expect(lastSeen(again)).toEqual(seen);
    expect(lastSeen(await world.connect(bob, 1))).toEqual({ userId: ada.userId, at: null });
  });

  it('is neither recorded nor sent while either of the two hides it, not even to an old socket', async () => {
    const { ada, bob, chatId } = pair(world);
    const [a, b] = [await world.connect(ada, 0), await world.connect(bob, 1)];
    b.socket.disconnect();
    await onceSeen(a, bob);
    const back = await world.connect(bob, 1);
    world.peers.known.showLastSeen(chatId, false);
    world.peers.live.push(conversationPrivacyChanged, { chatId, members: [ada.userId, bob.userId] });
    await Promise.all([onceHidden(a), onceHidden(back)]);
    const recorded = seenOf(world, bob).length;
    back.socket.disconnect();
    await a.until('user_offline', () => a.all('user_offline').length === 2);
    const probe = pair(world);
    (await world.connect(probe.bob, 1)).socket.disconnect();
    await eventually(() => expect(seenOf(world, probe.bob)).toHaveLength(1));
    expect(seenOf(world, bob)).toHaveLength(recorded);
    expect([lastSeen(a), lastSeen(await world.connect(ada, 1))]).toEqual([null, null]);
  });

  it('leaves every open socket at an unlink and a block, which ends the couple too', async () => {
    const { ada, bob, chatId } = pair(world);
    const [a, second] = [await world.connect(ada, 0), await world.connect(ada, 1)];
    (await world.connect(bob, 1)).socket.disconnect();
    await Promise.all([onceSeen(a, bob), onceSeen(second, bob)]);
    for (const { userId } of [ada, bob]) world.peers.known.heads.delete(userId);
    world.peers.live.push(conversationClosed, { chatId, members: [ada.userId, bob.userId] });
    await Promise.all([onceHidden(a), onceHidden(second)]);
    expect(lastSeen(await world.connect(ada, 0))).toBeNull();
  });

  it('is not sent to a person who is away', async () => {
    const { ada, bob } = pair(world);
    const a = await world.connect(ada, 0);
    (await world.connect(bob, 1)).socket.disconnect();
    await onceSeen(a, bob);
    const hidden = world.open({ token: ada.token, status: 'away' }, 1);
    await hidden.until('online_users');
    expect(lastSeen(hidden)).toBeNull();
    await a.socket.emitWithAck('user_status', { status: 'away' });
    expect(lastSeen(a)).toBeNull();
  });

  it('keeps the newest answer when an older one is slower', async () => {
    const { ada, bob, chatId } = pair(world);
    const { known, live } = world.peers;
    const a = await world.connect(ada, 0);
    const told = () => live.push(conversationPrivacyChanged, { chatId, members: [ada.userId, bob.userId] });
    let open = (): void => undefined;
    known.headsGate = new Promise((resolve) => {
      open = () => resolve(undefined);
    });
    known.record({ chatId, userId: bob.userId, at: '2026-05-03T18:04:00.000Z' });
    known.asked.clear();
    told();
    await eventually(() => expect(known.asked).toContain(ada.userId));
    known.headsGate = Promise.resolve();
    known.showLastSeen(chatId, false);
    told();
    await onceHidden(a);
    open();
    const barrier = pair(world);
    await world.connect(barrier.ada, 0);
    await a.socket.emitWithAck('user_status', { status: 'online' });
    expect(lastSeen(a)).toBeNull();
  });
});

describe('over failures', () => {
  let healing: World;

  beforeAll(async () => {
    healing = await startWorld(SHORT);
  });
  afterAll(() => healing.stop());

  it('a process that ends leaves its people to another one', async () => {
    const { ada, bob } = pair(healing);
    const doomed = await startReplica(healing, SHORT);
    const a = await healing.connect(ada, 0);
    const b = healing.openAt(doomed.url, { token: bob.token });
    await b.until('online_users');
    await a.until('user_online');
    await doomed.app.close();
    await onceSeen(a, bob);
    const [seen] = seenOf(healing, bob);
    expect(Date.parse(seen?.at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('records a visit later, with its own time, when messaging was away', async () => {
    const { ada, bob } = pair(healing);
    const a = await healing.connect(ada, 0);
    const b = await healing.connect(bob, 1);
    healing.peers.known.isRecordingDown = true;
    b.socket.disconnect();
    await a.until('user_offline');
    await eventually(() => expect(healing.peers.known.unrecorded).toBeGreaterThan(0));
    const left = Date.now();
    healing.peers.known.isRecordingDown = false;
    const seen = await onceSeen(a, bob);
    expect(Date.parse(seen?.at ?? '')).toBeLessThanOrEqual(left);
  });

  it('nothing is left in Redis of people who are recorded, unlinked or hidden', async () => {
    const redis = new Redis(healing.redis.url);
    const waiting = async ({ userId }: Session) =>
      (await redis.zrange('presence:seen', '0', '-1')).filter((member) => member.endsWith(userId));
    const [left, unlinked, hidden] = [pair(healing), pair(healing), pair(healing)];
    try {
      const [b] = await Promise.all([left, unlinked, hidden].map(({ bob }) => healing.connect(bob, 1)));
      for (const { bob } of [left, unlinked, hidden])
        await eventually(async () => expect(await waiting(bob)).toHaveLength(1));
      b?.socket.disconnect();
      for (const { userId } of [unlinked.ada, unlinked.bob]) healing.peers.known.heads.delete(userId);
      healing.peers.live.push(conversationClosed, {
        chatId: unlinked.chatId,
        members: [unlinked.ada.userId, unlinked.bob.userId],
      });
      healing.peers.known.show(hidden.chatId, { online: false });
      healing.peers.known.showLastSeen(hidden.chatId, false);
      for (const { bob } of [left, unlinked, hidden])
        await eventually(async () => expect(await waiting(bob)).toEqual([]));
    } finally {
      redis.disconnect();
    }
  });

  it('a stranger’s socket receives no time', async () => {
    const { bob } = pair(healing);
    const stranger = await healing.connect(signIn(randomUUID()), 0);
    (await healing.connect(bob, 1)).socket.disconnect();
    await eventually(() => expect(seenOf(healing, bob)).toHaveLength(1));
    expect(stranger.all('last_seen').every((seen) => seen === null)).toBe(true);
  });
});
