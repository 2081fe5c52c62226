import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  challengeStepCompleted,
  conversationClosed,
  conversationOpened,
  coupleUnlinked,
  messageSent,
  requestSent,
  sessionRevoked,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { aMessage } from './peers.js';
import { signIn } from './tokens.js';
import { type Client, type World, startWorld } from './world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.stop());

describe('the relay of live updates', () => {
  it('reaches both partners on either replica, and no other user', async () => {
    const [ada, bob, eve] = [signIn(), signIn(), signIn()];
    const chatId = world.peers.known.couple(ada.userId, bob.userId);
    world.peers.known.couple(eve.userId, randomUUID());
    const [a, b, e] = [await world.connect(ada, 0), await world.connect(bob, 1), await world.connect(eve, 1)];
    const message = aMessage(chatId, ada.userId, 1);
    world.peers.live.push(messageSent, { chatId, rev: 1, actorId: ada.userId, message });
    expect(await a.until('new_message')).toEqual(message);
    expect(await b.until('new_message')).toEqual(message);
    world.peers.live.push(requestSent, {
      requestId: randomUUID(),
      senderId: eve.userId,
      receiverId: randomUUID(),
      senderFirstName: 'Eve',
    });
    await e.until('partner_activity');
    expect(e.all('new_message')).toEqual([]);
    expect([a, b].map((client) => client.all('new_message').length)).toEqual([1, 1]);
    expect(a.all('partner_activity')).toEqual([]);
  });

  it('opens the room for people who link while connected and empties it at once on an unlink', async () => {
    const [ada, bob] = [signIn(), signIn()];
    const [a, b] = [await world.connect(ada, 0), await world.connect(bob, 1)];
    const chatId = world.peers.known.couple(ada.userId, bob.userId);
    const members: [string, string] = [ada.userId, bob.userId];
    world.peers.live.push(conversationOpened, { chatId, members, rev: 3 });
    expect(await a.until('sync_hint')).toEqual({ chatId, rev: 3 });
    await b.until('sync_hint');
    world.peers.live.push(messageSent, {
      chatId,
      rev: 1,
      actorId: ada.userId,
      message: aMessage(chatId, ada.userId, 1),
    });
    await Promise.all([a.until('new_message'), b.until('new_message')]);

    for (const member of members) world.peers.known.heads.delete(member);
    world.peers.live.push(conversationClosed, { chatId, members });
    world.peers.live.push(coupleUnlinked, { coupleId: chatId, members, endedAt: new Date().toISOString(), version: 2 });
    world.peers.live.push(messageSent, {
      chatId,
      rev: 2,
      actorId: bob.userId,
      message: aMessage(chatId, bob.userId, 2),
    });
    // Challenges does not know yet that the couple has ended.
    const [challengeId, progress, version] = ['c', { done: 1, total: 2 }, 2];
    const user = { _id: ada.userId, firstName: 'Ada' };
    world.peers.live.push(challengeStepCompleted, {
      coupleId: chatId,
      partnerId: bob.userId,
      step: { challengeId, stepId: 's', user, stepComplete: true, progress, version },
      update: { challengeId, action: 'step_completed', by: user, status: 'active', progress, version },
    });
    world.peers.live.push(requestSent, {
      requestId: 'x',
      senderId: ada.userId,
      receiverId: bob.userId,
      senderFirstName: 'Ada',
    });
    for (const client of [a, b]) {
      await client.until('partner_activity', ({ kind }) => kind === 'unlinked');
      await client.until('partner_activity', ({ kind }) => kind === 'request_received');
      expect(client.all('new_message')).toHaveLength(1);
      expect(client.all('challenge_step_completed')).toEqual([]);
    }
  });

  it('places nobody in a conversation that was closed during the first lookup', async () => {
    const [ada, bob, other] = [signIn(), signIn(), signIn()];
    const { known, live } = world.peers;
    const chatId = known.couple(ada.userId, bob.userId);
    const shown = await world.connect(other);
    const gate = Promise.withResolvers<void>();
    known.headsGate = gate.promise;
    const a = world.open({ token: ada.token });
    await eventually(() => expect(known.asked.has(ada.userId)).toBe(true));
    for (const member of [ada.userId, bob.userId]) known.heads.delete(member);
    live.push(conversationClosed, { chatId, members: [ada.userId, bob.userId] });
    // The replica handles live updates in order, so the end of another session shows that it has handled this one.
    live.push(sessionRevoked, {
      sessionId: other.sessionId,
      userId: other.userId,
      revokedAt: new Date().toISOString(),
    });
    await shown.gone();
    gate.resolve();
    known.headsGate = Promise.resolve();
    await a.until('authenticated');
    live.push(messageSent, { chatId, rev: 1, actorId: bob.userId, message: aMessage(chatId, bob.userId, 1) });
    live.push(requestSent, { requestId: 'x', senderId: bob.userId, receiverId: ada.userId, senderFirstName: 'Bob' });
    await a.until('partner_activity', ({ kind }) => kind === 'request_received');
    expect(a.all('new_message')).toEqual([]);
  });

  it('ignores malformed batches and unknown events', async () => {
    const [ada, bob] = [signIn(), signIn()];
    const chatId = world.peers.known.couple(ada.userId, bob.userId);
    const client = await world.connect(ada);
    for (const body of ['{', '{}', '[null]', '[{"name":"future.event","payload":{}}]', '[{"name":"message.sent"}]']) {
      world.peers.live['bus'].connection.publish('live', body);
    }
    world.peers.live.push(messageSent, {
      chatId,
      rev: 1,
      actorId: bob.userId,
      message: aMessage(chatId, bob.userId, 1),
    });
    await client.until('new_message');
  });
});

describe('sends', () => {
  it('of one turn are batched and answered one by one', async () => {
    const { known } = world.peers;
    const people = Array.from({ length: 8 }, () => signIn());
    for (const { userId } of people) known.couple(userId, randomUUID());
    const clients = await Promise.all(people.map((person) => world.connect(person)));
    known.batches = [];
    const sends = Array.from({ length: 48 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(
      sends.map((content, index) =>
        clients[index % 8]?.socket.emitWithAck('send_message', { content, clientMessageId: randomUUID() }),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      expect(answer).toEqual({ ok: true, data: expect.objectContaining({ content: sends[index] }) });
    }
    expect(known.batches.flat()).toHaveLength(48);
    expect(known.batches.length).toBeLessThanOrEqual(16);
  });

  it('of one person stay in order while calls are slow', async () => {
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
    // A round trip without messaging: by now all four sends have been read.
    await client.socket.emitWithAck('user_status', { status: 'away' });
    open();
    await Promise.all([first, ...rest]);
    expect(known.batches.flat().map((send) => JSON.parse(send).content)).toEqual(['1', '2', '3', '4']);
  });

  /** Makes sends wait behind two unanswered calls, so that they form one batch. @returns a function that lets the calls end */
  async function holdCalls(): Promise<() => Promise<void>> {
    const { known } = world.peers;
    const gate = Promise.withResolvers<void>();
    known.gate = gate.promise;
    const first: Promise<unknown>[] = [];
    for (const person of [signIn(), signIn()]) {
      known.couple(person.userId, randomUUID());
      const client = await world.connect(person);
      const before = known.batches.length;
      first.push(client.socket.emitWithAck('send_message', { content: 'the way is closed' }));
      await eventually(() => expect(known.batches.length).toBeGreaterThan(before));
    }
    return async () => {
      gate.resolve();
      await Promise.all(first);
    };
  }

  async function someCouples(count: number): Promise<Client[]> {
    const people = Array.from({ length: count }, () => signIn());
    for (const { userId } of people) world.peers.known.couple(userId, randomUUID());
    return Promise.all(people.map((person) => world.connect(person)));
  }

  it('are stored when another send has a deeply nested frame, which is rejected', async () => {
    const others = await someCouples(5);
    const eve = (await someCouples(1))[0];
    const open = await holdCalls();
    const abyss = '['.repeat(30_000) + ']'.repeat(30_000);
    const refused: unknown[] = [];
    // A client library cannot produce such a frame.
    eve?.socket.io.engine.on(
      'data',
      (data: unknown) => typeof data === 'string' && data.startsWith('37') && refused.push(data),
    );
    const answers: Promise<{ ok: boolean }>[] = [];
    for (let round = 0; round < 7; round += 1) {
      eve?.socket.io.engine.write(`2${700 + round}["send_message",{"content":${abyss}}]`);
      answers.push(...others.map(({ socket }) => socket.emitWithAck('send_message', { content: `round ${round}` })));
    }
    await eventually(() => expect(refused).toHaveLength(7));
    expect(refused.every((data) => String(data).includes('VALIDATION_FAILED'))).toBe(true);
    await open();
    expect((await Promise.all(answers)).filter(({ ok }) => !ok)).toEqual([]);
  });

  it('of a rejected batch are repeated in parts under the same ids, until only the bad one fails', async () => {
    const { known } = world.peers;
    const others = await someCouples(6);
    const open = await holdCalls();
    known.poison = 'poison';
    known.batches = [];
    const contents = ['one', 'two', 'three', 'poison', 'five', 'six'];
    const answers = others.map(({ socket }, index) =>
      socket.emitWithAck('send_message', { content: contents[index] ?? '' }),
    );
    for (const { socket } of others) await socket.emitWithAck('user_status', { status: 'away' });
    await open();
    const outcomes = await Promise.all(answers);
    known.poison = null;
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, false, true, true]);
    expect(outcomes[3]).toEqual({ ok: false, failure: expect.objectContaining({ code: 'INTERNAL' }) });
    const ids = known.batches.flat().map((send): { content: string; clientMessageId: string } => JSON.parse(send));
    for (const content of contents)
      expect(
        new Set(ids.filter((send) => send.content === content).map(({ clientMessageId }) => clientMessageId)).size,
      ).toBe(1);
  });

  it('are answered to their own senders, stored or rejected', async () => {
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
