import { createECDH, createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  ChangePasswordDto,
  LIMITS,
  NoInput,
  type NoticeIssued,
  type PushPayload,
  UpdateSettingsDto,
  changePassword,
  deleteAccount,
  getPush,
  getSettings,
  logout,
  messageDeleted,
  messageSent,
  noticeIssued,
  reactionAdded,
  renewPush,
  revokeOtherSessions,
  revokeSession,
  subscribePush,
  testPush,
  unsubscribePush,
  updateSettings,
} from '@duet/contracts';
import { ConfigError, Health, loadConfig } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import jwt from 'jsonwebtoken';
import { AuthConfig } from '../src/config.js';
import { PushWorker } from '../src/push/push-worker.js';
import { type Unread, startMessagingPeer } from './messaging-peer.js';
import { type Device, PushService } from './push-service.js';
import { DAY, HOUR, MINUTE, type Person, RunningAuth, SECOND } from './running-auth.js';

const VAPID_PRIVATE_KEY =
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? '';
const keys = createECDH('prime256v1');
keys.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url');
const PUBLIC_KEY = keys.getPublicKey('base64url');

let auth: RunningAuth;
let service: PushService;

beforeAll(async () => {
  service = await PushService.start(PUBLIC_KEY);
  auth = await RunningAuth.start({ VAPID_PRIVATE_KEY, PUSH_TO_PRIVATE_ADDRESSES: 'yes' });
  // Events of these tests are older than the delay in which their recipient could read them.
  auth.clock.forward(READ_DELAY);
});

afterAll(async () => {
  await auth.stop();
  await service.stop();
});

/** Milliseconds between a message and its push. */
const READ_DELAY = 2 * SECOND;

const input = new NoInput();

it('the outcomes of pushes that an alert reads are counted from 0 on', async () => {
  const metrics = await auth.app.get(Health).metrics.metrics();
  for (const outcome of ['sent', 'failed', 'given-up'])
    expect(metrics).toContain(`duet_pushes_total{outcome="${outcome}"} 0\n`);
});

const sessionOf = ({ token }: Person): string => {
  const claims = jwt.decode(token);
  return typeof claims === 'object' && claims !== null ? String(claims['sid']) : '';
};

/** Subscribes the person's device. */
async function subscribe(person: Person): Promise<Device> {
  const device = service.device();
  await auth.bus.call(subscribePush, device.subscription, person.caller);
  return device;
}

async function subscribedPerson(firstName: string, notifications: object = {}): Promise<Person & { device: Device }> {
  const person = await auth.person({ firstName });
  await configure(person, notifications);
  return { ...person, device: await subscribe(person) };
}

const configure = (person: Person, notifications: object) =>
  auth.bus.call(updateSettings, Object.assign(new UpdateSettingsDto(), { settings: { notifications } }), person.caller);

const pushesTo = ({ device }: { device: Device }): PushPayload[] => service.at(device).map(({ payload }) => payload);

/** Publishes a message from `from` to `to`, as messaging does. */
async function publishMessage(
  from: Person,
  to: Person,
  chatId: string = randomUUID(),
  messageId: string = randomUUID(),
): Promise<{ chatId: string; messageId: string }> {
  const event = {
    chatId,
    rev: 1,
    actorId: from.account.id,
    messageId,
    attachmentIds: [],
    receiverId: to.account.id,
    seq: 3,
  };
  // A process that has just started may not consume the stream yet.
  await eventually(() => auth.bus.publish(messageSent, chatId, event));
  return { chatId, messageId };
}

const publishReaction = (from: Person, to: Person, chatId: string, messageId: string) =>
  eventually(() =>
    auth.bus.publish(reactionAdded, chatId, {
      chatId,
      messageId,
      seq: 7,
      actorId: from.account.id,
      receiverId: to.account.id,
    }),
  );

const publishNotice = (
  to: Person,
  about: Person,
  notice: NoticeIssued['notice'] = 'request_received',
  entity?: NoticeIssued['entity'],
) =>
  eventually(() =>
    auth.bus.publish(noticeIssued, to.account.id, {
      userId: to.account.id,
      notice,
      aboutId: about.account.id,
      ...(entity && { entity }),
    }),
  );

/** Events of a kind are consumed in order: when these were pushed, all earlier ones were consumed. */
async function allEventsConsumed(): Promise<void> {
  const [last, other] = [
    await subscribedPerson('Last', { matrix: { reactions: { push: true } } }),
    await auth.person({ firstName: 'Other' }),
  ];
  const { chatId, messageId } = await publishMessage(other, last);
  await publishReaction(other, last, chatId, messageId);
  await publishNotice(last, other);
  await eventually(() => expect(pushesTo(last)).toHaveLength(3));
}

const jobs = ({ device }: { device: Device }) =>
  auth.rows<{ kind: string; attempts: number; next_attempt_at: Date }>(
    "SELECT j.payload ->> 'kind' AS kind, j.attempts, j.due_at AS next_attempt_at FROM jobs j JOIN push_subscriptions s ON s.id::text = j.subject WHERE s.endpoint = $1",
    [device.subscription.endpoint],
  );

const isKnown = async (device: Device): Promise<boolean> =>
  (await auth.rows('SELECT 1 FROM push_subscriptions WHERE endpoint = $1', [device.subscription.endpoint])).length ===
  1;

const sendDuePushes = () => auth.app.get(PushWorker).kick();

/** Quiet hours from an hour ago until `length` hours from now. */
function quietHours(length = 1): object {
  const at = (hours: number) =>
    auth.clock
      .in(hours * HOUR)
      .toISOString()
      .slice(11, 16);
  return { quietHours: { enabled: true, from: at(-1), to: at(length), timezone: 'UTC' } };
}

describe('a device', () => {
  it('is subscribed with the configured key until it unsubscribes', async () => {
    const ada = await auth.person();
    expect(await auth.bus.call(getPush, input, ada.caller)).toEqual({ publicKey: PUBLIC_KEY, subscribed: false });
    const device = service.device();
    const endpointHash = createHash('sha256').update(device.subscription.endpoint).digest('base64url');
    const state = { publicKey: PUBLIC_KEY, subscribed: true, endpointHash };
    expect(await auth.bus.call(subscribePush, device.subscription, ada.caller)).toEqual(state);
    expect(await auth.bus.call(getPush, input, ada.caller)).toEqual(state);
    expect((await auth.bus.call(getPush, input, (await auth.again(ada)).caller)).subscribed).toBe(false);
    await auth.bus.call(unsubscribePush, input, ada.caller);
    expect((await auth.bus.call(getPush, input, ada.caller)).subscribed).toBe(false);
    expect(await isKnown(device)).toBe(false);
  });

  it('has one subscription of one user, and a user has at most ten', async () => {
    const [ada, bob] = [await auth.person(), await auth.person()];
    const [first, second] = [await subscribe(ada), await subscribe(ada)];
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true]);
    await auth.bus.call(subscribePush, second.subscription, bob.caller);
    expect((await auth.bus.call(getPush, input, ada.caller)).subscribed).toBe(false);
    const devices: Device[] = [];
    for (let count = 0; count <= LIMITS.pushSubscriptions; count += 1)
      devices.push(await subscribe(await auth.again(ada)));
    expect(await Promise.all(devices.map(isKnown))).toEqual([false, ...devices.slice(1).map(() => true)]);
  });

  it.each([
    ['signs out', (person: Person) => auth.bus.call(logout, {}, person.caller)],
    [
      'is signed out from elsewhere',
      async (person: Person) =>
        auth.bus.call(revokeSession, { id: sessionOf(person) }, (await auth.again(person)).caller),
    ],
    [
      'is signed out with all other devices',
      async (person: Person) => auth.bus.call(revokeOtherSessions, input, (await auth.again(person)).caller),
    ],
    [
      'is not the one that changes the password',
      async (person: Person) =>
        auth.bus.call(
          changePassword,
          Object.assign(new ChangePasswordDto(), {
            currentPassword: person.typed.password,
            newPassword: 'Brand-New-Lantern-9',
          }),
          (await auth.again(person)).caller,
        ),
    ],
    [
      'is deleted with the account',
      (person: Person) => auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller),
    ],
  ])('that %s gets no more pushes', async (_how, end) => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    service.answer(ada.device, { status: 503 });
    await publishMessage(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts: 1 }]));
    await end(ada);
    expect(await isKnown(ada.device)).toBe(false);
    expect(await jobs(ada)).toEqual([]);
  });

  it('that renews its subscription has to prove the old one', async () => {
    const ada = await subscribedPerson('Ada');
    const next = service.device();
    const { endpoint: oldEndpoint, auth: oldAuth } = ada.device.subscription;
    expect(
      (await auth.bus.refusal(renewPush, { ...next.subscription, oldEndpoint, oldAuth: next.subscription.auth })).code,
    ).toBe('NOT_FOUND');
    expect(
      (await auth.bus.refusal(renewPush, { ...next.subscription, oldEndpoint: next.subscription.endpoint, oldAuth }))
        .code,
    ).toBe('NOT_FOUND');
    await auth.bus.call(renewPush, { ...next.subscription, oldEndpoint, oldAuth });
    expect([await isKnown(ada.device), await isKnown(next)]).toEqual([false, true]);
    await auth.bus.call(testPush, input, ada.caller);
    await eventually(() => expect(pushesTo({ device: next })).toHaveLength(1));
  });

  it('gets a test push, or PUSH_OFF when it is not subscribed', async () => {
    const ada = await subscribedPerson('Ada', { ...quietHours(), lockScreen: 'full' });
    await auth.bus.call(testPush, input, ada.caller);
    await eventually(() =>
      expect(pushesTo(ada)).toEqual([
        { kind: 'test', tag: 'test', link: '/settings', from: null, text: null, messageId: null, token: null },
      ]),
    );
    expect((await auth.bus.refusal(testPush, input, (await auth.again(ada)).caller)).code).toBe('PUSH_OFF');
  });
});

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

describe('a push that its recipient may have read', () => {
  let before: RunningAuth;
  let messaging: Awaited<ReturnType<typeof startMessagingPeer>>;
  let unread: Unread;
  let ada: Awaited<ReturnType<typeof subscribedPerson>>;
  let bob: Person;

  beforeAll(async () => {
    before = auth;
    auth = await RunningAuth.start({ VAPID_PRIVATE_KEY, PUSH_TO_PRIVATE_ADDRESSES: 'yes' });
    // Behind the publisher's clock, and moved only by the tests.
    auth.clock.forward(-MINUTE);
    auth.clock.stop();
    messaging = await startMessagingPeer(auth.nats.url, auth.keys);
    unread = messaging.unread;
  });

  afterAll(async () => {
    await auth.stop();
    auth = before;
  });

  beforeEach(async () => {
    [ada, bob] = [await subscribedPerson('Ada', { matrix: { reactions: { push: true } } }), await auth.person()];
  });

  /** Waits until `count` pushes are queued, none of them attempted. */
  async function queued(count: number): Promise<void> {
    await eventually(async () => expect(await jobs(ada)).toHaveLength(count));
    for (const job of await jobs(ada))
      expect(job).toMatchObject({ attempts: 0, next_attempt_at: auth.clock.in(READ_DELAY) });
  }

  /** Lets the delay pass and waits until all pushes are sent or dropped. */
  async function readDelayPassed(): Promise<void> {
    auth.clock.forward(READ_DELAY);
    sendDuePushes();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
  }

  it('is delayed by two seconds and dropped when the message was read', async () => {
    const [read, left] = [await publishMessage(bob, ada), await publishMessage(bob, ada)];
    await queued(2);
    auth.clock.forward(READ_DELAY - 1);
    sendDuePushes();
    // A test push is not delayed, and is sent after everything that was due before it.
    await auth.bus.call(testPush, input, ada.caller);
    await eventually(() => expect(pushesTo(ada).map(({ kind }) => kind)).toEqual(['test']));
    expect(unread.asked).toEqual([]);
    unread.read.add(read.messageId);
    await readDelayPassed();
    expect(pushesTo(ada).map(({ messageId }) => messageId)).toEqual([null, left.messageId]);
    const asked = [read, left].map(({ messageId }) => ({ messageId, receiverId: ada.account.id }));
    expect(unread.asked).toHaveLength(2);
    expect(unread.asked).toEqual(expect.arrayContaining(asked));
  });

  it('is checked again before each attempt', async () => {
    const { messageId } = await publishMessage(bob, ada);
    service.answer(ada.device, { status: 503 });
    await queued(1);
    auth.clock.forward(READ_DELAY);
    sendDuePushes();
    await eventually(async () =>
      expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBe(auth.clock.in(5 * SECOND).getTime()),
    );
    unread.read.add(messageId);
    auth.clock.forward(5 * SECOND);
    sendDuePushes();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(pushesTo(ada)).toEqual([]);
  });

  it('is dropped when its reaction was removed', async () => {
    const [removed, current] = [randomUUID(), randomUUID()];
    for (const messageId of [removed, current]) await publishReaction(bob, ada, randomUUID(), messageId);
    await queued(2);
    unread.read.add(removed);
    await readDelayPassed();
    expect(pushesTo(ada)).toMatchObject([{ kind: 'reaction', messageId: current }]);
    expect(unread.asked).toContainEqual({ messageId: removed, receiverId: ada.account.id, reactedBy: bob.account.id });
  });

  it('is sent when messaging does not answer in time or is down', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    unread.mayAnswer = promise;
    const slow = await publishMessage(bob, ada);
    unread.read.add(slow.messageId);
    await queued(1);
    await readDelayPassed();
    expect(unread.asked).toContainEqual({ messageId: slow.messageId, receiverId: ada.account.id });
    expect(pushesTo(ada)).toMatchObject([{ messageId: slow.messageId }]);
    resolve();
    await messaging.app.close();
    const away = await publishMessage(bob, ada);
    await queued(1);
    await readDelayPassed();
    expect(pushesTo(ada)).toMatchObject([{ messageId: slow.messageId }, { messageId: away.messageId }]);
  });
});

describe('a notice', () => {
  it('has the subject of its mail as text, or no text when the lock screen hides names', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [ada, hidden] = [await subscribedPerson('Ada', { lockScreen: 'name' }), await subscribedPerson('Hidden')];
    for (const person of [ada, hidden]) await publishNotice(person, bob);
    await publishNotice(ada, bob, 'unlinked');
    const challenge = { type: 'challenge', id: randomUUID() } as const;
    await publishNotice(ada, bob, 'challenge_accepted', challenge);
    await publishNotice(ada, bob, 'nudge_thinking', { type: 'nudge', id: randomUUID() });
    await eventually(() =>
      expect(
        pushesTo(ada)
          .map(({ kind, text, link }) => [kind, text, link])
          .toSorted(),
      ).toEqual([
        ['notice', 'Bob accepted your challenge', `/challenges/${challenge.id}`],
        ['notice', 'Bob is thinking of you', '/partner'],
        ['notice', 'Bob would like to be your partner', '/dashboard'],
        ['notice', 'You and Bob are no longer linked', '/settings'],
      ]),
    );
    await eventually(() => expect(pushesTo(hidden)).toMatchObject([{ text: null, from: null, link: '/dashboard' }]));
  });

  it('is in the language of its receiver', async () => {
    const [ada, bob] = [await subscribedPerson('Ada', { lockScreen: 'name' }), await auth.person({ firstName: 'Bob' })];
    const settings = { account: { language: 'de' } };
    await auth.bus.call(updateSettings, Object.assign(new UpdateSettingsDto(), { settings }), ada.caller);
    await publishNotice(ada, bob);
    await eventually(() => expect(pushesTo(ada)).toMatchObject([{ text: 'Bob möchte Duet mit dir teilen' }]));
  });

  it('is delayed until quiet hours end, also when they were extended, and dropped when switched off', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [ada, eve] = [await subscribedPerson('Ada', quietHours()), await subscribedPerson('Eve', quietHours())];
    for (const person of [ada, eve]) await publishNotice(person, bob);
    await allEventsConsumed();
    expect([...pushesTo(ada), ...pushesTo(eve)]).toEqual([]);
    await configure(ada, quietHours(2));
    await configure(eve, { matrix: { partner: { push: false } } });
    auth.clock.forward(HOUR);
    sendDuePushes();
    await eventually(async () => expect(await jobs(eve)).toEqual([]));
    await eventually(async () =>
      expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBeGreaterThan(auth.clock.now().getTime() + 50 * MINUTE),
    );
    auth.clock.forward(HOUR);
    sendDuePushes();
    await eventually(() => expect(pushesTo(ada)).toHaveLength(1));
    expect(pushesTo(eve)).toEqual([]);
  });

  it('of a nudge waits for the end of a mute and follows the switch of gestures', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [ada, eve] = [
      await subscribedPerson('Ada', { mutedUntil: auth.clock.in(HOUR).toISOString() }),
      await subscribedPerson('Eve', { matrix: { gestures: { push: false } } }),
    ];
    // Further nudges of one kind that wait replace each other.
    for (const person of [ada, eve, ada])
      await publishNotice(person, bob, 'nudge_miss', { type: 'nudge', id: randomUUID() });
    await allEventsConsumed();
    expect([...pushesTo(ada), ...pushesTo(eve)]).toEqual([]);
    expect(await jobs(eve)).toEqual([]);
    auth.clock.forward(HOUR);
    sendDuePushes();
    await eventually(() => expect(pushesTo(ada)).toMatchObject([{ kind: 'notice', link: '/partner' }]));
  });

  it('that waits is dropped once either of the two has switched its part off', async () => {
    const mutedUntil = auth.clock.in(HOUR).toISOString();
    const [bob, cyd] = [await auth.person({ firstName: 'Bob' }), await auth.person({ firstName: 'Cyd' })];
    const [ada, eve] = [await subscribedPerson('Ada', { mutedUntil }), await subscribedPerson('Eve', { mutedUntil })];
    for (const person of [ada, eve]) {
      await publishNotice(person, bob, 'wish_redeemed', { type: 'wish', id: randomUUID() });
      await publishNotice(person, cyd, 'goal_achieved', { type: 'goal', id: randomUUID() });
    }
    await allEventsConsumed();
    const hide = ({ caller }: Pick<typeof bob, 'caller'>, together: object) =>
      auth.bus.call(updateSettings, Object.assign(new UpdateSettingsDto(), { settings: { together } }), caller);
    await hide(bob, { wishes: false });
    await hide(eve, { goals: false });
    auth.clock.forward(HOUR);
    sendDuePushes();
    await eventually(() => expect(pushesTo(ada)).toMatchObject([{ link: expect.stringContaining('tab=goals') }]));
    await eventually(async () => expect(await jobs(eve)).toEqual([]));
    expect(pushesTo(eve)).toEqual([]);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %d makes auth delete the subscription', async (status) => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    service.answer(ada.device, { status });
    await publishMessage(bob, ada);
    await eventually(async () => expect(await isKnown(ada.device)).toBe(false));
    expect(
      await auth.rows(
        "SELECT 1 FROM jobs WHERE queue = 'push' AND subject NOT IN (SELECT id::text FROM push_subscriptions)",
      ),
    ).toEqual([]);
  });

  it('that fails gets retries with growing pauses, and the success is stored', async () => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    service.answer(ada.device, { status: 500 }, { status: 502 });
    await publishMessage(bob, ada);
    const waits: number[] = [];
    for (const attempts of [1, 2]) {
      await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts }]));
      await eventually(async () =>
        expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBeLessThan(auth.clock.in(MINUTE).getTime()),
      );
      waits.push(((await jobs(ada))[0]?.next_attempt_at.getTime() ?? 0) - auth.clock.now().getTime());
      auth.clock.forward(10 * SECOND);
      sendDuePushes();
    }
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    await eventually(() => expect(pushesTo(ada)).toHaveLength(1));
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(
      await auth.rows('SELECT 1 FROM push_subscriptions WHERE endpoint = $1 AND last_succeeded_at IS NOT NULL', [
        ada.device.subscription.endpoint,
      ]),
    ).toHaveLength(1);
  });

  it('that answers with Retry-After gets no request before', async () => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    service.answer(ada.device, { status: 429, headers: { 'retry-after': '1800' } });
    await publishMessage(bob, ada);
    await eventually(async () =>
      expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBeGreaterThan(auth.clock.in(29 * MINUTE).getTime()),
    );
  });

  it('that refuses a push gets no retry, and the subscription stays', async () => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    service.answer(ada.device, { status: 413 });
    await publishMessage(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    await allEventsConsumed();
    expect(pushesTo(ada)).toEqual([]);
    expect(await isKnown(ada.device)).toBe(true);
  });

  it('has its answers counted in the metrics by outcome', async () => {
    const metrics = await auth.app.get(Health).metrics.metrics();
    for (const outcome of ['sent', 'gone', 'failed', 'refused', 'postponed'])
      expect(metrics).toMatch(new RegExp(`duet_pushes_total\\{outcome="${outcome}"\\} [1-9]`));
  });
});

describe('an installation', () => {
  it('without a key answers PUSH_UNAVAILABLE', async () => {
    const without = await RunningAuth.start();
    try {
      const ada = await without.person();
      expect(await without.bus.call(getPush, input, ada.caller)).toEqual({ publicKey: null, subscribed: false });
      expect((await without.bus.refusal(subscribePush, service.device().subscription, ada.caller)).code).toBe(
        'PUSH_UNAVAILABLE',
      );
    } finally {
      await without.stop();
    }
  });

  it('sends no request to a private address', async () => {
    const usual = await RunningAuth.start({ VAPID_PRIVATE_KEY });
    try {
      const ada = await usual.person();
      const { subscription } = service.device();
      const at = (endpoint: string) => usual.bus.refusal(subscribePush, { ...subscription, endpoint }, ada.caller);
      for (const endpoint of [
        subscription.endpoint,
        'https://127.0.0.1/x',
        'https://10.0.0.1/x',
        'https://[::1]/x',
        'https://169.254.169.254/x',
        'https://user:word@push.example/x',
        'http://push.example/x',
      ]) {
        expect({ endpoint, ...(await at(endpoint)) }).toMatchObject({
          endpoint,
          code: 'VALIDATION_FAILED',
          errors: [expect.objectContaining({ field: 'endpoint' })],
        });
      }
      expect(
        (
          await usual.bus.refusal(
            subscribePush,
            { ...subscription, endpoint: 'https://push.example/x', p256dh: 'A'.repeat(87) },
            ada.caller,
          )
        ).errors,
      ).toMatchObject([{ field: 'p256dh' }]);
      // A host name is checked only when the connection is made.
      await usual.bus.call(subscribePush, { ...subscription, endpoint: 'https://localhost/x' }, ada.caller);
      const before = service.requests;
      await usual.rows('UPDATE push_subscriptions SET endpoint = $1', [subscription.endpoint]);
      await usual.bus.call(testPush, input, ada.caller);
      await eventually(async () => expect(await usual.rows('SELECT 1 FROM push_subscriptions')).toEqual([]));
      expect(service.requests).toBe(before);
    } finally {
      await usual.stop();
    }
  });

  it('refuses PUSH_TO_PRIVATE_ADDRESSES in production', () => {
    const settings = { NODE_ENV: 'production', PUSH_TO_PRIVATE_ADDRESSES: 'yes' };
    expect(() => loadConfig(AuthConfig, settings)).toThrow(ConfigError);
    expect(() => loadConfig(AuthConfig, settings)).toThrow(/PUSH_TO_PRIVATE_ADDRESSES must not be set in production/);
    expect(() => loadConfig(AuthConfig, { ...settings, NODE_ENV: 'development' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('PUSH_TO_PRIVATE_ADDRESSES') }),
    );
  });

  it('drops pushes that were not sent within a day', async () => {
    const [ada, bob] = [await subscribedPerson('Ada'), await auth.person()];
    service.answer(ada.device, ...Array.from({ length: 3 }, () => ({ status: 503 })));
    await publishMessage(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts: 1 }]));
    auth.clock.forward(DAY + MINUTE);
    sendDuePushes();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(pushesTo(ada)).toEqual([]);
  });
});
