import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, messageRead, ownChanged, sessionRevoked } from '@duet/contracts';
import { Health, LOGGER, type Log, sessionAlias } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { WebSocket } from 'ws';
import { publicKeys, signIn } from './tokens.js';
import { ORIGIN, type World, next, startReplica, startWorld } from './world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

const raw = (headers: { origin?: string }): WebSocket =>
  new WebSocket(`${world.replicas[0].url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, { headers });

describe('the socket server', () => {
  it('accepts a valid token and sends the user id, the cursors and the online partners', async () => {
    const ada = signIn();
    const chatId = world.peers.known.couple(ada.userId, randomUUID(), 7);
    world.peers.known.heads.set(ada.userId, { chatId, rev: 7, ownRev: 4, shows: { typing: true, online: true } });
    const client = await world.connect(ada);
    expect(client.events.map(({ name }) => name)).toEqual(['authenticated', 'sync_hint', 'last_seen', 'online_users']);
    expect(client.all('authenticated')).toEqual([{ userId: ada.userId }]);
    expect(client.all('sync_hint')).toEqual([{ chatId, rev: 7, ownRev: 4 }]);
    expect(client.all('online_users')).toEqual([[]]);
  });

  it('serves polling too', async () => {
    const client = await world.connect(signIn(), 0, { transports: ['polling'] });
    expect(client.all('authenticated')).toHaveLength(1);
  });

  it.each([
    ['no token', {}, 'UNAUTHENTICATED'],
    ['a token that is not a string', { token: { $ne: '' } }, 'UNAUTHENTICATED'],
    ['a forged token', { token: `${signIn().token.slice(0, -8)}AAAAAAAA` }, 'UNAUTHENTICATED'],
    ['an expired token', { token: signIn(randomUUID(), -5).token }, 'TOKEN_EXPIRED'],
  ])('rejects %s', async (_name, auth, code) => {
    const client = world.open(auth);
    expect(await client.until('authentication_error')).toEqual({ code });
    expect(await client.gone()).toBe('io server disconnect');
    expect(client.all('authenticated')).toEqual([]);
  });

  it('rejects a foreign Origin, and accepts its own and clients without one', async () => {
    const evil = raw({ origin: 'https://evil.example' });
    const [error] = await next(evil, 'error');
    expect(String(error)).toContain('Unexpected server response: 4');
    const polling = await fetch(`${world.replicas[0].url}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: 'https://evil.example' },
    });
    expect(polling.status).toBe(403);
    for (const headers of [{ origin: ORIGIN }, {}]) {
      const good = raw(headers);
      await next(good, 'open');
      good.close();
    }
  });

  it('logs one line for each connection: its session, and not the person', async () => {
    const info = jest.spyOn(world.replicas[0].app.get<Log>(LOGGER, { strict: false }), 'info');
    const ada = signIn();
    const client = await world.connect(ada);
    client.socket.disconnect();
    const line = {
      session: sessionAlias(ada.sessionId),
      seconds: expect.any(Number),
      reason: 'client namespace disconnect',
    };
    await eventually(() => expect(info.mock.calls).toContainEqual([line, 'socket session ended']));
    for (const hidden of [ada.userId, ada.sessionId]) expect(JSON.stringify(info.mock.calls)).not.toContain(hidden);
    info.mockRestore();
  });

  it('disconnects a socket when its token expires', async () => {
    const client = await world.connect(signIn(randomUUID(), 1));
    expect(await client.until('authentication_error')).toEqual({ code: 'TOKEN_EXPIRED' });
    await client.gone();
  });

  it('disconnects the sockets of a key that was removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'duet-keys-'));
    const file = join(folder, 'keys.json');
    writeFileSync(file, publicKeys);
    const replica = await startReplica(world, { JWT_PUBLIC_KEYS_FILE: file, SWEEP_INTERVAL: 100 });
    const session = signIn();
    const client = world.openAt(replica.url, { token: session.token });
    await client.until('authenticated');
    writeFileSync(file, '{"keys":[]}');
    const present = performance.now.bind(performance);
    const minute = jest.spyOn(performance, 'now').mockImplementation(() => present() + 60_000);
    expect(await client.until('authentication_error')).toEqual({ code: 'UNAUTHENTICATED' });
    await client.gone();
    const again = world.openAt(replica.url, { token: session.token });
    expect(await again.until('authentication_error')).toEqual({ code: 'UNAUTHENTICATED' });
    minute.mockRestore();
    await replica.app.close();
    rmSync(folder, { recursive: true });
  });

  it('disconnects the sockets of a revoked session within a second and rejects it everywhere', async () => {
    const ada = signIn();
    const other = signIn(ada.userId);
    const [cut, cutElsewhere, kept] = [
      await world.connect(ada),
      await world.connect(ada, 1),
      await world.connect(other),
    ];
    const started = Date.now();
    world.peers.live.push(sessionRevoked, {
      sessionId: ada.sessionId,
      userId: ada.userId,
      revokedAt: new Date().toISOString(),
    });
    await Promise.all([cut.gone(), cutElsewhere.gone()]);
    expect(Date.now() - started).toBeLessThan(1_000);
    expect(cut.all('authentication_error')).toEqual([{ code: 'UNAUTHENTICATED' }]);
    expect(kept.socket.connected).toBe(true);
    const again = world.open({ token: ada.token }, 1);
    expect(await again.until('authentication_error')).toEqual({ code: 'UNAUTHENTICATED' });
  });

  it('disconnects the sockets of a session whose live update was lost, with the next reading of the list', async () => {
    const ada = signIn();
    const [lost, kept] = [await world.connect(ada), await world.connect(signIn())];
    world.peers.known.revoked.push({ sessionId: ada.sessionId, revokedAt: new Date().toISOString() });
    await lost.gone();
    expect(lost.all('authentication_error')).toEqual([{ code: 'UNAUTHENTICATED' }]);
    expect(kept.socket.connected).toBe(true);
  });

  it('knows sessions that were revoked before it started', async () => {
    const ada = signIn();
    world.peers.known.revoked.push({ sessionId: ada.sessionId, revokedAt: new Date().toISOString() });
    const late = await startReplica(world);
    const client = world.openAt(late.url, { token: ada.token });
    expect(await client.until('authentication_error')).toEqual({ code: 'UNAUTHENTICATED' });
    await client.gone();
    expect(client.all('authenticated')).toEqual([]);
    await late.app.close();
  });

  it('is not ready and admits nobody before it knows the revoked sessions, and asks again until it does', async () => {
    const [ada, bea] = [signIn(), signIn()];
    world.peers.known.revoked.push({ sessionId: ada.sessionId, revokedAt: new Date().toISOString() });
    world.peers.known.isAuthDown = true;
    const late = await startReplica(world);
    const health = late.app.get(Health);
    expect(await health.readiness()).toMatchObject({ ready: false, failing: ['revocations'] });
    const [revoked, open] = [ada, bea].map(({ token }) => world.openAt(late.url, { token }));
    if (!revoked || !open) throw new Error('no clients');
    await Promise.all([revoked.gone(), open.gone()]);
    expect([...revoked.all('authenticated'), ...open.all('authenticated')]).toEqual([]);
    expect(open.all('authentication_error')).toEqual([]);
    world.peers.known.isAuthDown = false;
    await eventually(async () => expect(await health.readiness()).toMatchObject({ ready: true }));
    const again = world.openAt(late.url, { token: ada.token });
    expect(await again.until('authentication_error')).toEqual({ code: 'UNAUTHENTICATED' });
    await world.openAt(late.url, { token: bea.token }).until('authenticated');
    await late.app.close();
  });

  it('limits a person to ten sockets', async () => {
    const ada = signIn();
    await Promise.all(Array.from({ length: LIMITS.socketsPerUser }, () => world.connect(ada)));
    const eleventh = world.open({ token: ada.token });
    expect(await eleventh.until('authentication_error')).toEqual({ code: 'RATE_LIMITED' });
  });

  it("counts a member's sockets over all replicas", async () => {
    const ada = signIn();
    world.peers.known.couple(ada.userId, randomUUID());
    await Promise.all(Array.from({ length: LIMITS.socketsPerUser }, (_, index) => world.connect(ada, index % 2)));
    const eleventh = world.open({ token: ada.token }, 1);
    expect(await eleventh.until('authentication_error')).toEqual({ code: 'RATE_LIMITED' });
  });

  it('survives malformed packets and oversized frames', async () => {
    const broken = [
      '4',
      '2',
      '40{',
      '42[1',
      '451-["x"]',
      '499999999["x"]',
      `42["send_message","${'x'.repeat(70_000)}"]`,
    ];
    for (const frame of broken) {
      const socket = raw({});
      await next(socket, 'open');
      socket.send('40{}');
      socket.send(frame);
      socket.close();
      await next(socket, 'close');
    }
    await world.connect(signIn());
  });
});

describe('realtime', () => {
  it('rejects a foreign room like an unknown one, and accepts the room of the person’s couple', async () => {
    const [ada, eve] = [signIn(), signIn()];
    const chatId = world.peers.known.couple(ada.userId, randomUUID());
    world.peers.known.couple(eve.userId, randomUUID());
    const [a, e] = [await world.connect(ada), await world.connect(eve)];
    const refused = { ok: false, failure: expect.objectContaining({ code: 'CONVERSATION_NOT_FOUND' }) };
    expect(await e.socket.emitWithAck('join_room', { chatId })).toEqual(refused);
    expect(await e.socket.emitWithAck('leave_room', { chatId })).toEqual(refused);
    expect(await e.socket.emitWithAck('join_room', { chatId: randomUUID() })).toEqual(refused);
    expect(await a.socket.emitWithAck('leave_room', { chatId })).toEqual({ ok: true, data: { chatId } });
    expect(await a.socket.emitWithAck('join_room', { chatId })).toEqual({ ok: true, data: { chatId } });
    const nonsense = await a.socket.emitWithAck('join_room', { chatId: `couple:${chatId}` });
    expect(nonsense).toEqual({ ok: false, failure: expect.objectContaining({ code: 'VALIDATION_FAILED' }) });
  });

  it('lets a person join who was linked after the handshake, even without an event', async () => {
    const ada = signIn();
    const client = await world.connect(ada);
    const chatId = world.peers.known.couple(ada.userId, randomUUID());
    expect(await client.socket.emitWithAck('join_room', { chatId })).toEqual({ ok: true, data: { chatId } });
  });

  it("moves the read marker of the token's owner", async () => {
    const ada = signIn();
    const chatId = world.peers.known.couple(ada.userId, randomUUID());
    const client = await world.connect(ada);
    const answer = await client.socket.emitWithAck('message_read', { chatId, upTo: 4 });
    expect(answer).toEqual({ ok: true, data: expect.objectContaining({ userId: ada.userId, upTo: 4 }) });
  });

  it('delivers personal updates to their owner only, on every replica', async () => {
    const [ada, ben] = [signIn(), signIn()];
    const chatId = world.peers.known.couple(ada.userId, ben.userId);
    const mine = [await world.connect(ada, 0), await world.connect(ada, 1)];
    const theirs = [await world.connect(ben, 0), await world.connect(ben, 1)];
    const marker = {
      userId: ada.userId,
      upTo: 3,
      deliveredUpTo: 3,
      rev: 2,
      ownRev: 5,
      readAt: new Date().toISOString(),
    };
    world.peers.live.push(ownChanged, { chatId, userId: ada.userId, change: { kind: 'marker', ownRev: 5, marker } });
    for (const client of mine) {
      expect(await client.until('own_updated')).toEqual({
        chatId,
        ownRev: 5,
        change: { kind: 'marker', ownRev: 5, marker },
      });
      // Pages of the previous build apply this event instead.
      expect(await client.until('messages_read')).toEqual({ chatId, readBy: ada.userId, rev: 2, marker });
    }
    const { ownRev: _, ...shown } = marker;
    world.peers.live.push(messageRead, {
      chatId,
      rev: 6,
      actorId: ada.userId,
      partnerId: ben.userId,
      marker: { ...marker, rev: 6, ownRev: 6 },
      shown: { ...shown, rev: 6 },
    });
    for (const client of theirs)
      expect(await client.until('messages_read')).toEqual({
        chatId,
        readBy: ada.userId,
        rev: 6,
        marker: { ...shown, rev: 6 },
      });
    for (const client of mine) await client.until('own_updated', ({ ownRev }) => ownRev === 6);
    for (const client of theirs)
      expect(client.events.filter(({ name }) => name === 'own_updated' || name === 'messages_read')).toHaveLength(1);
  });

  it('answers a return to the foreground with the online partners', async () => {
    const ada = signIn();
    world.peers.known.couple(ada.userId, randomUUID());
    const client = await world.connect(ada);
    client.socket.emit('user_status', { status: 'online' });
    await client.until('online_users', () => client.all('online_users').length === 2);
  });

  it('limits the events of a person over all sockets, also those that have closed', async () => {
    const ada = signIn();
    for (let sent = 0; sent < LIMITS.socketEventsOfPersonPer10s; sent += LIMITS.socketEventsPer10s) {
      const client = await world.connect(ada);
      for (let one = 1; one < LIMITS.socketEventsPer10s; one += 1)
        client.socket.emit('user_status', { status: 'away' });
      await client.socket.emitWithAck('join_room', { chatId: randomUUID() });
      client.socket.disconnect();
    }
    const again = await world.connect(ada);
    expect(await again.socket.emitWithAck('send_message', { content: 'one too many' })).toEqual({
      ok: false,
      failure: expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) }),
    });
    const other = await world.connect(signIn());
    expect(await other.socket.emitWithAck('user_status', { status: 'online' })).toMatchObject({ ok: true });
  });

  it('limits a flood of events, known or unknown', async () => {
    const client = await world.connect(signIn());
    for (let sent = 0; sent < LIMITS.socketEventsPer10s; sent += 1)
      client.socket.emit('user_status', { status: 'away' });
    const answer = await client.socket.emitWithAck('send_message', { content: 'one too many' });
    expect(answer).toEqual({
      ok: false,
      failure: expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) }),
    });
  });
});
