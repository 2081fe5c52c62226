import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { LIMITS, conversationClosed, conversationOpened, coupleUnlinked, messageSent, requestSent, sessionRevoked } from '@duet/contracts';
import { WebSocket } from 'ws';
import { aMessage } from './peers.js';
import { signIn } from './tokens.js';
import { ORIGIN, type World, next, startReplica, startWorld } from './world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

const raw = (headers: { origin?: string }): WebSocket =>
  new WebSocket(`${world.replicas[0].url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, { headers });

describe('the handshake', () => {
  it('lets a good token in and says who, where the conversation stands and who is online', async () => {
    const ada = signIn();
    const chatId = world.peers.known.couple(ada.userId, randomUUID(), 7);
    const client = await world.connect(ada);
    expect(client.heard.map(({ name }) => name)).toEqual(['authenticated', 'sync_hint', 'online_users']);
    expect(client.all('authenticated')).toEqual([{ userId: ada.userId }]);
    expect(client.all('sync_hint')).toEqual([{ chatId, rev: 7 }]);
    expect(client.all('online_users')).toEqual([[]]);
  });

  it('serves polling too', async () => {
    const client = await world.connect(signIn(), 0, { transports: ['polling'] });
    expect(client.all('authenticated')).toHaveLength(1);
  });

  it.each([
    ['no token', {}, 'UNAUTHENTICATED'],
    ['a token that is no text', { token: { $ne: '' } }, 'UNAUTHENTICATED'],
    ['a forged token', { token: `${signIn().token.slice(0, -8)}AAAAAAAA` }, 'UNAUTHENTICATED'],
    ['an expired token', { token: signIn(randomUUID(), -5).token }, 'TOKEN_EXPIRED'],
  ])('refuses %s', async (_name, auth, code) => {
    const client = world.open(auth);
    expect(await client.until('authentication_error')).toEqual({ code });
    expect(await client.gone()).toBe('io server disconnect');
    expect(client.all('authenticated')).toEqual([]);
  });

  it('refuses another site by its Origin, and lets our own and programs in', async () => {
    const evil = raw({ origin: 'https://evil.example' });
    const [error] = await next(evil, 'error');
    expect(String(error)).toContain('Unexpected server response: 4');
    const polling = await fetch(`${world.replicas[0].url}/socket.io/?EIO=4&transport=polling`, { headers: { origin: 'https://evil.example' } });
    expect(polling.status).toBe(403);
    for (const headers of [{ origin: ORIGIN }, {}]) {
      const good = raw(headers);
      await next(good, 'open');
      good.close();
    }
  });

  it('cuts a socket when its token expires', async () => {
    const client = await world.connect(signIn(randomUUID(), 1));
    expect(await client.until('authentication_error')).toEqual({ code: 'TOKEN_EXPIRED' });
    await client.gone();
  });

  it('cuts the sockets of a revoked session within a second, and lets it in nowhere', async () => {
    const ada = signIn();
    const other = signIn(ada.userId);
    const [cut, cutElsewhere, kept] = [await world.connect(ada), await world.connect(ada, 1), await world.connect(other)];
    const started = Date.now();
    world.peers.live.push(sessionRevoked, { sessionId: ada.sessionId, userId: ada.userId, revokedAt: new Date().toISOString() });
    await Promise.all([cut.gone(), cutElsewhere.gone()]);
    expect(Date.now() - started).toBeLessThan(1_000);
    expect(cut.all('authentication_error')).toEqual([{ code: 'UNAUTHENTICATED' }]);
    expect(kept.socket.connected).toBe(true);
    const again = world.open({ token: ada.token }, 1);
    expect(await again.until('authentication_error')).toEqual({ code: 'UNAUTHENTICATED' });
  });

  it('knows sessions that were revoked before it started', async () => {
    const ada = signIn();
    world.peers.known.revoked.push({ sessionId: ada.sessionId, revokedAt: new Date().toISOString() });
    const late = await startReplica(world);
    const client = world.openAt(late.url, { token: ada.token });
    expect(await client.until('authentication_error')).toEqual({ code: 'UNAUTHENTICATED' });
    await late.app.close();
  });

  it('holds a person to ten sockets', async () => {
    const ada = signIn();
    await Promise.all(Array.from({ length: LIMITS.socketsPerUser }, () => world.connect(ada)));
    const eleventh = world.open({ token: ada.token });
    expect(await eleventh.until('authentication_error')).toEqual({ code: 'RATE_LIMITED' });
  });

  it('counts a couple member over all replicas', async () => {
    const ada = signIn();
    world.peers.known.couple(ada.userId, randomUUID());
    await Promise.all(Array.from({ length: LIMITS.socketsPerUser }, (_, index) => world.connect(ada, index % 2)));
    const eleventh = world.open({ token: ada.token }, 1);
    expect(await eleventh.until('authentication_error')).toEqual({ code: 'RATE_LIMITED' });
  });

  it('lives through malformed packets and frames that are too large', async () => {
    const broken = ['4', '2', '40{', '42[1', '451-["x"]', '499999999["x"]', `42["send_message","${'x'.repeat(70_000)}"]`];
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

describe('the relay', () => {
  it('reaches both partners on either replica, and nobody else', async () => {
    const [ada, bob, eve] = [signIn(), signIn(), signIn()];
    const chatId = world.peers.known.couple(ada.userId, bob.userId);
    world.peers.known.couple(eve.userId, randomUUID());
    const [a, b, e] = [await world.connect(ada, 0), await world.connect(bob, 1), await world.connect(eve, 1)];
    const message = aMessage(chatId, ada.userId, 1);
    world.peers.live.push(messageSent, { chatId, rev: 1, actorId: ada.userId, message });
    expect(await a.until('new_message')).toEqual(message);
    expect(await b.until('new_message')).toEqual(message);
    world.peers.live.push(requestSent, { requestId: randomUUID(), senderId: eve.userId, receiverId: randomUUID(), senderFirstName: 'Eve' });
    await e.until('partner_activity');
    expect(e.all('new_message')).toEqual([]);
    expect([a, b].map((client) => client.all('new_message').length)).toEqual([1, 1]);
    expect(a.all('partner_activity')).toEqual([]);
  });

  it('opens the room for people who are linked while connected, and empties it at once when they part', async () => {
    const [ada, bob] = [signIn(), signIn()];
    const [a, b] = [await world.connect(ada, 0), await world.connect(bob, 1)];
    const chatId = world.peers.known.couple(ada.userId, bob.userId);
    const members: [string, string] = [ada.userId, bob.userId];
    world.peers.live.push(conversationOpened, { chatId, members, rev: 3 });
    expect(await a.until('sync_hint')).toEqual({ chatId, rev: 3 });
    await b.until('sync_hint');
    world.peers.live.push(messageSent, { chatId, rev: 1, actorId: ada.userId, message: aMessage(chatId, ada.userId, 1) });
    await Promise.all([a.until('new_message'), b.until('new_message')]);

    for (const member of members) world.peers.known.heads.delete(member);
    world.peers.live.push(conversationClosed, { chatId, members });
    world.peers.live.push(coupleUnlinked, { coupleId: chatId, members, endedAt: new Date().toISOString(), version: 2 });
    world.peers.live.push(messageSent, { chatId, rev: 2, actorId: bob.userId, message: aMessage(chatId, bob.userId, 2) });
    world.peers.live.push(requestSent, { requestId: 'x', senderId: ada.userId, receiverId: bob.userId, senderFirstName: 'Ada' });
    for (const client of [a, b]) {
      await client.until('partner_activity', ({ kind }) => kind === 'unlinked');
      await client.until('partner_activity', ({ kind }) => kind === 'request_received');
      expect(client.all('new_message')).toHaveLength(1);
    }
  });

  it('ignores what is no list of events, and names it does not know', async () => {
    const [ada, bob] = [signIn(), signIn()];
    const chatId = world.peers.known.couple(ada.userId, bob.userId);
    const client = await world.connect(ada);
    for (const body of ['{', '{}', '[null]', '[{"name":"future.event","payload":{}}]', '[{"name":"message.sent"}]']) {
      world.peers.live['bus'].connection.publish('live', body);
    }
    world.peers.live.push(messageSent, { chatId, rev: 1, actorId: bob.userId, message: aMessage(chatId, bob.userId, 1) });
    await client.until('new_message');
  });
});

describe('what clients say', () => {
  it('refuses the room of strangers like one that does not exist, and allows the own one', async () => {
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

  it('lets somebody join who was linked after the handshake, although no event told so', async () => {
    const ada = signIn();
    const client = await world.connect(ada);
    const chatId = world.peers.known.couple(ada.userId, randomUUID());
    expect(await client.socket.emitWithAck('join_room', { chatId })).toEqual({ ok: true, data: { chatId } });
  });

  it('moves the read marker as the person whose token it is', async () => {
    const ada = signIn();
    const chatId = world.peers.known.couple(ada.userId, randomUUID());
    const client = await world.connect(ada);
    const answer = await client.socket.emitWithAck('message_read', { chatId, upTo: 4 });
    expect(answer).toEqual({ ok: true, data: expect.objectContaining({ userId: ada.userId, upTo: 4 }) });
  });

  it('answers the state of presence to whoever comes back to the foreground', async () => {
    const ada = signIn();
    world.peers.known.couple(ada.userId, randomUUID());
    const client = await world.connect(ada);
    client.socket.emit('user_status', { status: 'online' });
    await client.until('online_users', () => client.all('online_users').length === 2);
  });

  it('limits a flood, by whatever name', async () => {
    const client = await world.connect(signIn());
    for (let sent = 0; sent < LIMITS.socketEventsPer10s; sent += 1) client.socket.emit('user_status', { status: 'away' });
    const answer = await client.socket.emitWithAck('send_message', { content: 'one too many' });
    expect(answer).toEqual({ ok: false, failure: expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) }) });
  });
});

describe('sends', () => {
  it('carries the sends of one turn in few calls, each with its own answer', async () => {
    const { known } = world.peers;
    const people = Array.from({ length: 8 }, () => signIn());
    for (const { userId } of people) known.couple(userId, randomUUID());
    const clients = await Promise.all(people.map((person) => world.connect(person)));
    known.batches = [];
    const sends = Array.from({ length: 48 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(
      sends.map((content, index) => clients[index % 8]?.socket.emitWithAck('send_message', { content, clientMessageId: randomUUID() })),
    );
    for (const [index, answer] of answers.entries()) {
      expect(answer).toEqual({ ok: true, data: expect.objectContaining({ content: sends[index] }) });
    }
    expect(known.batches.flat()).toHaveLength(48);
    expect(known.batches.length).toBeLessThanOrEqual(16);
  });

  it('keeps what one person sends in order, also while calls are slow', async () => {
    const { known } = world.peers;
    const ada = signIn();
    known.couple(ada.userId, randomUUID());
    const client = await world.connect(ada);
    known.batches = [];
    let open = (): void => undefined;
    known.gate = new Promise((resolve) => {
      open = resolve;
    });
    const first = client.socket.emitWithAck('send_message', { content: '1' });
    const rest = ['2', '3', '4'].map((content) => client.socket.emitWithAck('send_message', { content }));
    // A round trip that messaging has no part in: by now all four have been read.
    await client.socket.emitWithAck('user_status', { status: 'away' });
    open();
    await Promise.all([first, ...rest]);
    expect(known.batches.flat().map((send) => JSON.parse(send).content)).toEqual(['1', '2', '3', '4']);
  });

  it('answers each refusal to its sender only', async () => {
    const [ada, eve] = [signIn(), signIn()];
    world.peers.known.couple(ada.userId, randomUUID());
    const [a, e] = [await world.connect(ada), await world.connect(eve)];
    const [good, blank, alone] = await Promise.all([
      a.socket.emitWithAck('send_message', { content: 'hello' }),
      a.socket.emitWithAck('send_message', { content: '   ' }),
      e.socket.emitWithAck('send_message', { content: 'anybody?' }),
    ]);
    expect(good.ok).toBe(true);
    expect(blank).toEqual({ ok: false, failure: expect.objectContaining({ code: 'VALIDATION_FAILED' }) });
    expect(alone).toEqual({ ok: false, failure: expect.objectContaining({ code: 'NO_PARTNER' }) });
  });
});
