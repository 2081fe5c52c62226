import 'reflect-metadata';
import { LIMITS, conversationPrivacyChanged } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { Sockets } from '../src/sockets/sockets.js';
import { type Session, signIn } from './tokens.js';
import { type Client, type World, startWorld } from './world.js';

let world: World;

beforeAll(async () => {
  // Sweeps are rare here, so a change that takes effect within a second came by live update.
  world = await startWorld({ SWEEP_INTERVAL: 60_000, PRESENCE_GRACE: 300 });
});
afterAll(() => world.stop());

interface Pair {
  ada: Session;
  bob: Session;
  chatId: string;
  a: Client;
  b: Client;
}

async function connected(): Promise<Pair> {
  const [ada, bob] = [signIn(), signIn()];
  const chatId = world.peers.known.couple(ada.userId, bob.userId);
  const a = await world.connect(ada, 0);
  const b = await world.connect(bob, 1);
  await a.until('user_online');
  return { ada, bob, chatId, a, b };
}

/** Changes switches in messaging and publishes a live update, unless `isTold` is false. */
function set({ chatId, ada, bob }: Pair, shows: { typing?: boolean; online?: boolean }, isPublished = true): void {
  world.peers.known.show(chatId, shows);
  if (isPublished) world.peers.live.push(conversationPrivacyChanged, { chatId, members: [ada.userId, bob.userId] });
}

const received = (client: Client, ...names: string[]) => client.events.filter(({ name }) => names.includes(name));
/** The last received state of who is online. */
const last = (client: Client) => received(client, 'online_users', 'user_online', 'user_offline').at(-1);
const onceEmpty = (client: Client, after: number) =>
  client.until(
    'online_users',
    () => client.all('online_users').length > after && client.all('online_users').at(-1)?.length === 0,
  );
const onceSeen = (client: Client, userId: string) =>
  Promise.race([
    client.until('online_users', () => client.all('online_users').at(-1)?.includes(userId) ?? false),
    client.until('user_online', () => client.all('user_online').length > 1),
  ]);

describe('presence', () => {
  it('stops in both directions within a second when one partner hides it, on every replica, and can return', async () => {
    const pair = await connected();
    const { ada, bob, a, b } = pair;
    const counts = [a, b].map((client) => client.all('online_users').length);
    const started = Date.now();
    set(pair, { online: false });
    await Promise.all([onceEmpty(a, counts[0] ?? 0), onceEmpty(b, counts[1] ?? 0)]);
    expect(Date.now() - started).toBeLessThan(1_000);
    // Arrivals and departures are hidden, also from new connections.
    const before = [a, b].map((client) => received(client, 'user_online', 'user_offline').length);
    const second = await world.connect(bob, 0);
    expect(second.all('online_users')).toEqual([[]]);
    second.socket.disconnect();
    b.socket.disconnect();
    const back = await world.connect(bob, 1);
    expect(back.all('online_users')).toEqual([[]]);
    await back.socket.emitWithAck('user_status', { status: 'online' });
    expect(back.all('online_users').at(-1)).toEqual([]);
    await a.socket.emitWithAck('user_status', { status: 'online' });
    expect(a.all('online_users').at(-1)).toEqual([]);
    expect([a, b].map((client) => received(client, 'user_online', 'user_offline').length)).toEqual(before);

    set(pair, { online: true });
    await Promise.all([
      onceSeen(a, bob.userId),
      back.until('online_users', (ids) => ids.includes(ada.userId)).catch(() => undefined),
    ]);
    expect(last(a)).not.toMatchObject({ data: [] });
  });

  it('is hidden from the start when it is switched off', async () => {
    const [ada, bob] = [signIn(), signIn()];
    const chatId = world.peers.known.couple(ada.userId, bob.userId);
    world.peers.known.show(chatId, { online: false });
    const [a, b] = [await world.connect(ada, 0), await world.connect(bob, 1)];
    await a.socket.emitWithAck('join_room', { chatId });
    await b.socket.emitWithAck('user_status', { status: 'online' });
    expect([last(a), last(b)].map((event) => event?.data)).toEqual([[], []]);
    expect(received(a, 'user_online')).toEqual([]);
  });

  it('announces no departure of a hidden person', async () => {
    const [ada, bob] = [signIn(), signIn()];
    world.peers.known.couple(ada.userId, bob.userId);
    const a = await world.connect(ada, 0);
    const hidden = world.open({ token: bob.token, status: 'away' }, 1);
    await hidden.until('online_users');
    const clock = await connected();
    hidden.socket.disconnect();
    // Both have the same grace period, and this one starts later.
    clock.b.socket.disconnect();
    await clock.a.until('user_offline');
    expect(received(a, 'user_online', 'user_offline')).toEqual([]);
  });
});

describe('typing', () => {
  it('stops in both directions when one partner hides it, across replicas, and can return', async () => {
    const pair = await connected();
    const { chatId, ada, bob, a, b } = pair;
    a.socket.emit('typing', { chatId, isTyping: true });
    await b.until('user_typing', ({ userId }) => userId === ada.userId);
    set(pair, { typing: false });
    await eventually(() =>
      expect(
        [ada, bob].map(({ userId }, at) => world.replicas[at]?.app.get(Sockets).find(userId)?.shows.typing),
      ).toEqual([false, false]),
    );
    for (let turn = 0; turn < 5; turn += 1)
      for (const client of [a, b]) client.socket.emit('typing', { chatId, isTyping: true });
    for (const client of [a, b]) await client.socket.emitWithAck('user_status', { status: 'online' });
    const silent = [a, b].map((client) => received(client, 'user_typing').length);
    expect(silent).toEqual([0, 1]);
    set(pair, { typing: true });
    await expectTyping(b, a, chatId, bob.userId);
    await expectTyping(a, b, chatId, ada.userId);
  });

  it('does not use up the limit of sends', async () => {
    const { chatId, a } = await connected();
    for (let sent = 0; sent < LIMITS.socketEventsPer10s * 3; sent += 1)
      a.socket.emit('typing', { chatId, isTyping: sent % 2 === 0 });
    expect(await a.socket.emitWithAck('send_message', { content: 'still here' })).toMatchObject({ ok: true });
  });
});

/** Sends typing events until one arrives, because the switch takes a moment. */
async function expectTyping(from: Client, to: Client, chatId: string, userId: string): Promise<void> {
  const arrived = to.until('user_typing', (data) => data.userId === userId);
  const again = setInterval(() => from.socket.emit('typing', { chatId, isTyping: true }), 400);
  await arrived;
  clearInterval(again);
}

describe('a lost privacy change', () => {
  it('is found by the next sweep', async () => {
    const healing = await startWorld({ SWEEP_INTERVAL: 200, PRESENCE_GRACE: 300 });
    try {
      const [ada, bob] = [signIn(), signIn()];
      const chatId = healing.peers.known.couple(ada.userId, bob.userId);
      const [a, b] = [await healing.connect(ada, 0), await healing.connect(bob, 1)];
      await a.until('user_online');
      healing.peers.known.show(chatId, { online: false, typing: false });
      await Promise.all(
        [a, b].map((client) =>
          client.until(
            'online_users',
            () => client.all('online_users').length > 1 && client.all('online_users').at(-1)?.length === 0,
          ),
        ),
      );
      a.socket.emit('typing', { chatId, isTyping: true });
      await a.socket.emitWithAck('user_status', { status: 'online' });
      expect(received(b, 'user_typing')).toEqual([]);
    } finally {
      await healing.stop();
    }
  });
});
