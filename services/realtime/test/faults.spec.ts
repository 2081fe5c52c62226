import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type INestApplicationContext } from '@nestjs/common';
import { type CoupleLinked, coupleLinked, messageSent } from '@duet/contracts';
import { Bus } from '@duet/service-kit';
import { aPerson, eventually } from '@duet/testing';
import { AdapterBus } from '../src/redis/adapter-bus.js';
import { PRESENCE_REDIS } from '../src/redis/redis.js';
import { aMessage } from './peers.js';
import { type Session, signIn } from './tokens.js';
import { type Client, type World, sees, startReplica, startWorld } from './world.js';

const SHORT = { SWEEP_INTERVAL: 200, PRESENCE_GRACE: 400, PRESENCE_EXPIRY: 1_200 };

let world: World;
const rejections: unknown[] = [];
const note = (cause: unknown): void => void rejections.push(cause);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  world = await startWorld(SHORT);
});

afterAll(async () => {
  await world.stop();
  process.off('unhandledRejection', note);
});

function aCouple(): { ada: Session; bob: Session; chatId: string } {
  const [ada, bob] = [signIn(), signIn()];
  return { ada, bob, chatId: world.peers.known.couple(ada.userId, bob.userId) };
}

const comesToSee = async (client: Client, partner: string, online: boolean): Promise<void> => {
  while (sees(client, partner) !== online) {
    await new Promise((resolve) => {
      client.socket.onAny(resolve);
    });
  }
};

const redisOf = (app: INestApplicationContext): { disconnect: () => void } => app.get(PRESENCE_REDIS);

describe('realtime over two replicas', () => {
  it('shows typing to the partner in the room, and not on the devices of the person who types', async () => {
    const { ada, bob, chatId } = aCouple();
    const [a, mine, b] = [await world.connect(ada, 0), await world.connect(ada, 1), await world.connect(bob, 1)];
    a.socket.emit('typing', { chatId, isTyping: true });
    expect(await b.until('user_typing')).toEqual({ chatId, userId: ada.userId, username: 'ada', isTyping: true });
    b.socket.emit('typing', { chatId, isTyping: true });
    await a.until('user_typing');
    await a.socket.emitWithAck('leave_room', { chatId });
    a.socket.emit('typing', { chatId, isTyping: false });
    const stranger = signIn();
    const eve = await world.connect(stranger);
    eve.socket.emit('typing', { chatId, isTyping: true });
    mine.socket.emit('typing', { chatId, isTyping: false });
    await b.until('user_typing', ({ isTyping }) => !isTyping);
    expect(b.all('user_typing')).toHaveLength(2);
    expect(mine.all('user_typing').map(({ userId }) => userId)).toEqual([bob.userId]);
    expect(world.peers.known.named).toContain(ada.userId);
    expect(world.peers.known.named).not.toContain(stranger.userId);
  });

  it('announces arrivals at once and departures after the grace period', async () => {
    const { ada, bob } = aCouple();
    const a = await world.connect(ada, 0);
    expect(a.all('online_users')).toEqual([[]]);
    const b = await world.connect(bob, 1);
    expect(b.all('online_users')).toEqual([[ada.userId]]);
    await comesToSee(a, bob.userId, true);
    const left = Date.now();
    b.socket.disconnect();
    await comesToSee(a, bob.userId, false);
    expect(Date.now() - left).toBeGreaterThanOrEqual(SHORT.PRESENCE_GRACE - 50);
  });

  it('announces nothing when a person reconnects at another replica within the grace period', async () => {
    const { ada, bob } = aCouple();
    const [a, b] = [await world.connect(ada, 0), await world.connect(bob, 1)];
    await comesToSee(a, bob.userId, true);
    b.socket.disconnect();
    await world.connect(bob, 0);
    const { length } = a.events;
    const hints = a.all('sync_hint').length;
    // Five sweeps take longer than the grace period.
    await a.until('sync_hint', () => a.all('sync_hint').length >= hints + 5);
    const announcements = a.events
      .slice(length)
      .filter(({ name }) => name === 'user_offline' || name === 'online_users');
    expect(announcements.every(({ data }) => Array.isArray(data) && data.includes(bob.userId))).toBe(true);
  });

  it('hides people who are away, and hides their partner from them', async () => {
    const { ada, bob } = aCouple();
    const a = await world.connect(ada, 0);
    const hidden = world.openAt(world.replicas[1].url, { token: bob.token, status: 'away' });
    await hidden.until('online_users');
    const other = await world.connect(bob, 1);
    await comesToSee(a, bob.userId, true);
    other.socket.disconnect();
    await comesToSee(a, bob.userId, false);
    expect(hidden.all('online_users')[0]).toEqual([]);
    await hidden.socket.emitWithAck('user_status', { status: 'online' });
    await comesToSee(a, bob.userId, true);
    await hidden.until('online_users', (ids) => ids.includes(ada.userId));
    await hidden.socket.emitWithAck('user_status', { status: 'away' });
    await comesToSee(a, bob.userId, false);
  });

  it('forgets the sockets of a replica that crashed', async () => {
    const { ada, bob } = aCouple();
    const dying = await startReplica(world, SHORT);
    const a = await world.connect(ada, 0);
    const b = world.openAt(dying.url, { token: bob.token });
    await comesToSee(a, bob.userId, true);
    redisOf(dying.app).disconnect();
    dying.app.get(AdapterBus).close();
    b.socket.disconnect();
    await comesToSee(a, bob.userId, false);
    await dying.app.close();
  });
});

describe('realtime', () => {
  it('delivers messages without Redis, and restores presence and typing after it', async () => {
    const { ada, bob, chatId } = aCouple();
    const [a, b] = [await world.connect(ada, 0), await world.connect(bob, 1)];
    await world.redis.down();
    const message = aMessage(chatId, ada.userId, 1);
    world.peers.live.push(messageSent, { chatId, rev: 1, actorId: ada.userId, message });
    await Promise.all([a.until('new_message'), b.until('new_message')]);
    expect((await a.socket.emitWithAck('send_message', { content: 'still here' })).ok).toBe(true);
    a.socket.emit('typing', { chatId, isTyping: true });
    const newcomer = await world.connect(signIn(), 0);
    newcomer.socket.disconnect();
    b.socket.disconnect();
    await world.redis.restart();
    await comesToSee(a, bob.userId, false);
    const again = await world.connect(bob, 1);
    await comesToSee(a, bob.userId, true);
    while (again.all('user_typing').length === 0) {
      a.socket.emit('typing', { chatId, isTyping: true });
      await a.socket.emitWithAck('user_status', { status: 'away' });
    }
    expect(rejections).toEqual([]);
  });

  it('survives kills of Redis under traffic', async () => {
    const { ada, bob, chatId } = aCouple();
    const [a, b] = [await world.connect(ada, 0), await world.connect(bob, 1)];
    for (let round = 1; round <= 3; round += 1) {
      const killed = world.redis.kill();
      for (let burst = 0; burst < 5; burst += 1) a.socket.emit('typing', { chatId, isTyping: true });
      const message = aMessage(chatId, ada.userId, round);
      world.peers.live.push(messageSent, { chatId, rev: round, actorId: ada.userId, message });
      await b.until('new_message', ({ seq }) => seq === round);
      const passer = await world.connect(signIn(), round % 2);
      passer.socket.disconnect();
      await killed;
      await world.redis.ready();
    }
    expect(rejections).toEqual([]);
    expect([a, b].every(({ socket }) => socket.connected)).toBe(true);
  });

  it('repairs rooms by a query and clients by sync hints after a NATS outage', async () => {
    const { ada, bob, chatId } = aCouple();
    const [late, partner] = [signIn(), signIn()];
    const [a, l] = [await world.connect(ada, 0), await world.connect(late, 1)];
    await world.nats.down();
    const linked = world.peers.known.couple(late.userId, partner.userId, 5);
    for (const member of [ada.userId, bob.userId])
      world.peers.known.heads.set(member, { chatId, rev: 9, shows: { typing: true, online: true } });
    await world.nats.restart();
    expect(await a.until('sync_hint', ({ rev }) => rev === 9)).toEqual({ chatId, rev: 9 });
    expect(await l.until('sync_hint')).toEqual({ chatId: linked, rev: 5 });
    await world.liveAgain();
    world.peers.live.push(messageSent, {
      chatId: linked,
      rev: 6,
      actorId: partner.userId,
      message: aMessage(linked, partner.userId, 1),
    });
    await l.until('new_message');
  });

  it('sweeps again when the bus reconnects during a sweep', async () => {
    const { ada, bob, chatId } = aCouple();
    const { known } = world.peers;
    const rare = await startReplica(world, { ...SHORT, SWEEP_INTERVAL: 60_000 });
    const a = world.openAt(rare.url, { token: ada.token });
    await a.until('online_users');
    const bus = rare.app.get(Bus);
    let reconnects = 0;
    bus.onReconnect(() => void (reconnects += 1));
    const answers = Promise.withResolvers<void>();
    known.headsGate = answers.promise;
    known.asked.clear();
    await bus.connection.reconnect();
    await eventually(() => expect(known.asked).toContain(ada.userId));
    for (const member of [ada.userId, bob.userId])
      known.heads.set(member, { chatId, rev: 9, shows: { typing: true, online: true } });
    await bus.connection.reconnect();
    await eventually(() => expect(reconnects).toBe(2));
    known.headsGate = Promise.resolve();
    answers.resolve();
    expect(await a.until('sync_hint', ({ rev }) => rev === 9)).toEqual({ chatId, rev: 9 });
    await rare.app.close();
  });

  it('removes people from a room when the live update of their unlink was lost', async () => {
    const { ada, bob, chatId } = aCouple();
    const a = await world.connect(ada, 0);
    for (const member of [ada.userId, bob.userId]) world.peers.known.heads.delete(member);
    await a.until('online_users', () => a.all('online_users').length === 2);
    const refused = await a.socket.emitWithAck('join_room', { chatId });
    expect(refused.ok).toBe(false);
    world.peers.live.push(messageSent, {
      chatId,
      rev: 1,
      actorId: bob.userId,
      message: aMessage(chatId, bob.userId, 1),
    });
    const members: CoupleLinked['members'] = [
      aPerson({ _id: ada.userId, firstName: 'Ada' }),
      aPerson({ firstName: 'Cy' }),
    ];
    world.peers.live.push(coupleLinked, {
      coupleId: randomUUID(),
      members,
      linkedAt: new Date().toISOString(),
      timezone: 'UTC',
      version: 1,
    });
    expect(await a.until('partner_linked')).toEqual({ firstName: 'Cy', chatId: expect.any(String) });
    expect(a.all('new_message')).toEqual([]);
  });

  it('closes its sockets when it stops, so that clients reconnect elsewhere', async () => {
    const leaving = await startReplica(world, SHORT);
    const clients = Array.from({ length: 5 }, () =>
      world.openAt(leaving.url, { token: signIn().token }, { reconnection: true, reconnectionDelay: 60_000 }),
    );
    await Promise.all(clients.map((client) => client.until('authenticated')));
    await leaving.app.close();
    expect(await Promise.all(clients.map((client) => client.gone()))).toEqual(clients.map(() => 'transport close'));
    expect(clients.every(({ socket }) => socket.active)).toBe(true);
  });
});
