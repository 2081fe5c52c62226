import { randomUUID } from 'node:crypto';
import { NoInput, getPush, getSettings, logout, messageDeleted } from '@duet/contracts';
import { eventually } from '@duet/testing';
import jwt from 'jsonwebtoken';
import { type PushScene, pushCalls, sessionOf, startPushes } from './push-scene.js';
import type { PushService } from './push-service.js';
import { HOUR, MINUTE, type RunningAuth } from './running-auth.js';

let scene: PushScene;
let auth: RunningAuth;
let service: PushService;

beforeAll(async () => {
  scene = await startPushes();
  ({ auth, service } = scene);
});

afterAll(() => scene.stop());

const {
  subscribedPerson,
  configure,
  pushesTo,
  publishMessage,
  publishReaction,
  allEventsConsumed,
  jobs,
  sendDuePushes,
  quietHours,
} = pushCalls(() => scene);

const input = new NoInput();

describe('a message', () => {
  it('is pushed with nothing, with the sender’s name or with a token for its text, never with the text', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [hidden, named, full] = [
      await subscribedPerson('Hidden'),
      await subscribedPerson('Named', { lockScreen: 'name' }),
      await subscribedPerson('Full', { lockScreen: 'full' }),
    ];
    for (const person of [hidden, named, full]) {
      const { chatId, messageId } = await publishMessage(bob, person);
      await eventually(() => expect(pushesTo(person)).toHaveLength(1));
      const from = person === hidden ? null : 'Bob';
      const token = person === full ? expect.any(String) : null;
      expect(pushesTo(person)).toEqual([
        { kind: 'message', tag: chatId, link: `/chat/${chatId}?seq=3`, from, text: null, messageId, token },
      ]);
      expect(service.at(person.device)[0]?.headers).toMatchObject({
        ttl: String(24 * 60 * 60),
        urgency: 'high',
        topic: expect.stringMatching(/^[\w-]{32}$/),
      });
    }
    expect(service.refused).toEqual([]);
  });

  it('replaces an earlier push of its conversation that the device has not fetched, and no other', async () => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    const { chatId } = await publishMessage(bob, ada);
    await publishMessage(bob, ada, chatId);
    await publishMessage(bob, ada);
    await eventually(() => expect(pushesTo(ada)).toHaveLength(3));
    const topics = service.at(ada.device).map(({ headers, payload }) => [payload.tag === chatId, headers['topic']]);
    expect(new Set(topics.filter(([same]) => same).map(([, topic]) => topic)).size).toBe(1);
    expect(new Set(topics.map(([, topic]) => topic)).size).toBe(2);
  });

  it('has a token that is valid for 15 minutes, for its session and itself, and for nothing else', async () => {
    const [ada, bob] = [await subscribedPerson('Ada', { lockScreen: 'full' }), await auth.person()];
    const { messageId } = await publishMessage(bob, ada);
    await eventually(() => expect(pushesTo(ada)).toHaveLength(1));
    const token = pushesTo(ada)[0]?.token ?? '';
    const claims = jwt.verify(token, auth.keys.privatePem, { algorithms: ['ES256'] });
    if (typeof claims === 'string') throw new TypeError('no claims');
    expect(claims).toMatchObject({ sub: ada.account.id, sid: sessionOf(ada), use: 'notice', about: messageId });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
    for (const refused of [
      await auth.bus.refusal(getSettings, input, { token }),
      await auth.bus.refusal(getPush, input, { token }),
      await auth.bus.refusal(logout, {}, { token }),
    ]) {
      expect(refused.code).toBe('UNAUTHENTICATED');
    }
  });

  it('is not pushed when switched off, in quiet hours or while muted, nor later', async () => {
    const bob = await auth.person();
    const people = [
      await subscribedPerson('Off', { matrix: { messages: { push: false } } }),
      await subscribedPerson('Quiet', quietHours()),
      await subscribedPerson('Muted', { mutedUntil: auth.clock.in(HOUR).toISOString() }),
    ];
    for (const person of people) await publishMessage(bob, person);
    await allEventsConsumed();
    for (const person of people) {
      expect(pushesTo(person)).toEqual([]);
      expect(await jobs(person)).toEqual([]);
    }
  });

  it('is pushed neither to its sender nor to other users', async () => {
    const [ada, bob, cyd] = [
      await subscribedPerson('Ada'),
      await subscribedPerson('Bob'),
      await subscribedPerson('Cyd'),
    ];
    await publishMessage(bob, ada);
    await eventually(() => expect(pushesTo(ada)).toHaveLength(1));
    await allEventsConsumed();
    expect([...pushesTo(bob), ...pushesTo(cyd)]).toEqual([]);
  });

  it('is not pushed when it was deleted or switched off before the next attempt', async () => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    service.answer(ada.device, { status: 503 }, { status: 503 });
    const { chatId, messageId } = await publishMessage(bob, ada);
    const other = await publishMessage(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts: 1 }, { attempts: 1 }]));
    await auth.bus.publish(messageDeleted, chatId, {
      chatId,
      rev: 2,
      actorId: bob.account.id,
      messageId,
      attachmentIds: [],
    });
    await eventually(async () => expect(await jobs(ada)).toHaveLength(1));
    await configure(ada, { matrix: { messages: { push: false } } });
    auth.clock.forward(MINUTE);
    sendDuePushes();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(pushesTo(ada)).toEqual([]);
    expect(other.messageId).not.toBe(messageId);
  });
});

describe('a reaction', () => {
  it('is pushed to users who have switched it on, apart from messages', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [ada, without] = [
      await subscribedPerson('Ada', { lockScreen: 'name', matrix: { reactions: { push: true } } }),
      await subscribedPerson('Without'),
    ];
    const [chatId, messageId] = [randomUUID(), randomUUID()];
    await publishReaction(bob, ada, chatId, messageId);
    await publishReaction(bob, without, chatId, messageId);
    await allEventsConsumed();
    expect(pushesTo(ada)).toEqual([
      {
        kind: 'reaction',
        tag: `${chatId}:reactions`,
        link: `/chat/${chatId}?seq=7`,
        from: 'Bob',
        text: null,
        messageId,
        token: null,
      },
    ]);
    expect(pushesTo(without)).toEqual([]);
  });
});
