import { createECDH, generateKeyPairSync, randomUUID } from 'node:crypto';
import {
  ChangePasswordDto, LIMITS, NoInput, type NoticeIssued, type PushPayload, UpdateSettingsDto, changePassword, deleteAccount, getPush, getSettings, logout, messageDeleted, messageSent,
  noticeIssued, reactionAdded, renewPush, revokeOtherSessions, revokeSession, subscribePush, testPush, unsubscribePush, updateSettings,
} from '@duet/contracts';
import { ConfigError, Health, loadConfig } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import jwt from 'jsonwebtoken';
import { AuthConfig } from '../src/config.js';
import { PushWorker } from '../src/push/push-worker.js';
import { type Unread, startMessagingPeer } from './messaging-peer.js';
import { type Device, PushService } from './push-service.js';
import { DAY, HOUR, MINUTE, type Person, RunningAuth, SECOND } from './running-auth.js';

const VAPID_PRIVATE_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? '';
const keys = createECDH('prime256v1');
keys.setPrivateKey(VAPID_PRIVATE_KEY, 'base64url');
const PUBLIC_KEY = keys.getPublicKey('base64url');

let auth: RunningAuth;
let service: PushService;

beforeAll(async () => {
  service = await PushService.start(PUBLIC_KEY);
  auth = await RunningAuth.start({ VAPID_PRIVATE_KEY, PUSH_TO_PRIVATE_ADDRESSES: 'yes' });
  // Whatever is told here happened long enough ago for somebody to have read it.
  auth.clock.forward(READING_ALONG);
});

afterAll(async () => {
  await auth.stop();
  await service.stop();
});

/** So long a push waits for somebody who is reading along. */
const READING_ALONG = 2 * SECOND;

const input = new NoInput();

const sessionOf = ({ token }: Person): string => {
  const claims = jwt.decode(token);
  return typeof claims === 'object' && claims !== null ? String(claims['sid']) : '';
};

/** Their device is told from here on. */
async function subscribed(person: Person): Promise<Device> {
  const device = service.device();
  await auth.bus.call(subscribePush, device.subscription, person.caller);
  return device;
}

async function someone(firstName: string, notifications: object = {}): Promise<Person & { device: Device }> {
  const person = await auth.person({ firstName });
  await configure(person, notifications);
  return { ...person, device: await subscribed(person) };
}

const configure = (person: Person, notifications: object) =>
  auth.bus.call(updateSettings, Object.assign(new UpdateSettingsDto(), { settings: { notifications } }), person.caller);

const told = ({ device }: { device: Device }): PushPayload[] => service.at(device).map(({ payload }) => payload);

/** What `from` writes to `to`, as messaging tells it. */
async function write(from: Person, to: Person, chatId: string = randomUUID(), messageId: string = randomUUID()): Promise<{ chatId: string; messageId: string }> {
  const fact = { chatId, rev: 1, actorId: from.account.id, messageId, attachmentIds: [], receiverId: to.account.id };
  // A process that has just started may not have opened the stream of facts yet.
  await eventually(() => auth.bus.tell(messageSent, chatId, fact));
  return { chatId, messageId };
}

const react = (from: Person, to: Person, chatId: string, messageId: string) =>
  eventually(() => auth.bus.tell(reactionAdded, chatId, { chatId, messageId, actorId: from.account.id, receiverId: to.account.id }));

const issue = (to: Person, about: Person, notice: NoticeIssued['notice'] = 'request_received') =>
  eventually(() => auth.bus.tell(noticeIssued, to.account.id, { userId: to.account.id, notice, aboutId: about.account.id }));

/** Facts of a kind are digested in their order: once these were, so were all before. */
async function settled(): Promise<void> {
  const [last, other] = [await someone('Last', { matrix: { reactions: { push: true } } }), await auth.person({ firstName: 'Other' })];
  const { chatId, messageId } = await write(other, last);
  await react(other, last, chatId, messageId);
  await issue(last, other);
  await eventually(() => expect(told(last)).toHaveLength(3));
}

const jobs = ({ device }: { device: Device }) =>
  auth.rows<{ kind: string; attempts: number; next_attempt_at: Date }>(
    'SELECT j.* FROM push_jobs j JOIN push_subscriptions s ON s.id = j.subscription_id WHERE s.endpoint = $1', [device.subscription.endpoint]);

const isKnown = async (device: Device): Promise<boolean> =>
  (await auth.rows('SELECT 1 FROM push_subscriptions WHERE endpoint = $1', [device.subscription.endpoint])).length === 1;

const look = () => auth.app.get(PushWorker).kick();

/** Quiet from an hour ago until so many hours from now. */
function quiet(length = 1): object {
  const at = (hours: number) => auth.clock.in(hours * HOUR).toISOString().slice(11, 16);
  return { quietHours: { enabled: true, from: at(-1), to: at(length), timezone: 'UTC' } };
}

describe('a device', () => {
  it('is told once it has subscribed with our key, until it does so no more', async () => {
    const ada = await auth.person();
    expect(await auth.bus.call(getPush, input, ada.caller)).toEqual({ publicKey: PUBLIC_KEY, subscribed: false });
    const device = service.device();
    expect(await auth.bus.call(subscribePush, device.subscription, ada.caller)).toEqual({ publicKey: PUBLIC_KEY, subscribed: true });
    expect((await auth.bus.call(getPush, input, (await auth.again(ada)).caller)).subscribed).toBe(false);
    await auth.bus.call(unsubscribePush, input, ada.caller);
    expect((await auth.bus.call(getPush, input, ada.caller)).subscribed).toBe(false);
    expect(await isKnown(device)).toBe(false);
  });

  it('has one subscription, a browser one person, and a person ten devices', async () => {
    const [ada, bob] = [await auth.person(), await auth.person()];
    const [first, second] = [await subscribed(ada), await subscribed(ada)];
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true]);
    await auth.bus.call(subscribePush, second.subscription, bob.caller);
    expect((await auth.bus.call(getPush, input, ada.caller)).subscribed).toBe(false);
    const devices: Device[] = [];
    for (let count = 0; count <= LIMITS.pushSubscriptions; count += 1) devices.push(await subscribed(await auth.again(ada)));
    expect(await Promise.all(devices.map(isKnown))).toEqual([false, ...devices.slice(1).map(() => true)]);
  });

  it.each([
    ['signs out', (person: Person) => auth.bus.call(logout, {}, person.caller)],
    ['is signed out from elsewhere', async (person: Person) => auth.bus.call(revokeSession, { id: sessionOf(person) }, (await auth.again(person)).caller)],
    ['is one of all others that are signed out', async (person: Person) => auth.bus.call(revokeOtherSessions, input, (await auth.again(person)).caller)],
    ['is another than the one where the password is changed', async (person: Person) =>
      auth.bus.call(changePassword, Object.assign(new ChangePasswordDto(), { currentPassword: person.typed.password, newPassword: 'Brand-New-Lantern-9' }), (await auth.again(person)).caller)],
    ['goes with the account', (person: Person) => auth.bus.call(deleteAccount, { password: person.typed.password }, person.caller)],
  ])('that %s is told nothing any more', async (_how, end) => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    service.answer(ada.device, { status: 503 });
    await write(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts: 1 }]));
    await end(ada);
    expect(await isKnown(ada.device)).toBe(false);
    expect(await jobs(ada)).toEqual([]);
  });

  it('that replaces its subscription proves the old one to be its own', async () => {
    const ada = await someone('Ada');
    const next = service.device();
    const { endpoint: oldEndpoint, auth: oldAuth } = ada.device.subscription;
    expect((await auth.bus.refusal(renewPush, { ...next.subscription, oldEndpoint, oldAuth: next.subscription.auth })).code).toBe('NOT_FOUND');
    expect((await auth.bus.refusal(renewPush, { ...next.subscription, oldEndpoint: next.subscription.endpoint, oldAuth })).code).toBe('NOT_FOUND');
    await auth.bus.call(renewPush, { ...next.subscription, oldEndpoint, oldAuth });
    expect([await isKnown(ada.device), await isKnown(next)]).toEqual([false, true]);
    await auth.bus.call(testPush, input, ada.caller);
    await eventually(() => expect(told({ device: next })).toHaveLength(1));
  });

  it('is sent a test by the way of all others, or hears that it is not subscribed', async () => {
    const ada = await someone('Ada', { ...quiet(), lockScreen: 'full' });
    await auth.bus.call(testPush, input, ada.caller);
    await eventually(() => expect(told(ada)).toEqual([{ kind: 'test', tag: 'test', link: '/settings', from: null, text: null, messageId: null, token: null }]));
    expect((await auth.bus.refusal(testPush, input, (await auth.again(ada)).caller)).code).toBe('PUSH_OFF');
  });
});

describe('a message', () => {
  it('is told with nothing, with the name, or with a token for its words: never with the words', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [hidden, named, full] = [await someone('Hidden'), await someone('Named', { lockScreen: 'name' }), await someone('Full', { lockScreen: 'full' })];
    for (const person of [hidden, named, full]) {
      const { chatId, messageId } = await write(bob, person);
      await eventually(() => expect(told(person)).toHaveLength(1));
      const from = person === hidden ? null : 'Bob';
      const token = person === full ? expect.any(String) : null;
      expect(told(person)).toEqual([{ kind: 'message', tag: chatId, link: `/chat/${chatId}`, from, text: null, messageId, token }]);
      expect(service.at(person.device)[0]?.headers).toMatchObject({ ttl: String(24 * 60 * 60), urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) });
    }
    expect(service.refused).toEqual([]);
  });

  it('takes the place of an earlier one of its conversation that no device has fetched yet, and of no other', async () => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    const { chatId } = await write(bob, ada);
    await write(bob, ada, chatId);
    await write(bob, ada);
    await eventually(() => expect(told(ada)).toHaveLength(3));
    const topics = service.at(ada.device).map(({ headers, payload }) => [payload.tag === chatId, headers['topic']]);
    expect(new Set(topics.filter(([same]) => same).map(([, topic]) => topic)).size).toBe(1);
    expect(new Set(topics.map(([, topic]) => topic)).size).toBe(2);
  });

  it('comes with a token that is good for a quarter of an hour, names it and its session, and opens nothing else', async () => {
    const [ada, bob] = [await someone('Ada', { lockScreen: 'full' }), await auth.person()];
    const { messageId } = await write(bob, ada);
    await eventually(() => expect(told(ada)).toHaveLength(1));
    const token = told(ada)[0]?.token ?? '';
    const claims = jwt.verify(token, auth.keys.privatePem, { algorithms: ['ES256'] });
    if (typeof claims === 'string') throw new TypeError('no claims');
    expect(claims).toMatchObject({ sub: ada.account.id, sid: sessionOf(ada), use: 'notice', about: messageId });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
    for (const refused of [await auth.bus.refusal(getSettings, input, { token }), await auth.bus.refusal(getPush, input, { token }), await auth.bus.refusal(logout, {}, { token })]) {
      expect(refused.code).toBe('UNAUTHENTICATED');
    }
  });

  it('is not told of where it was switched off, in quiet hours, nor while muted; and does not come later', async () => {
    const bob = await auth.person();
    const people = [await someone('Off', { matrix: { messages: { push: false } } }), await someone('Quiet', quiet()), await someone('Muted', { mutedUntil: auth.clock.in(HOUR).toISOString() })];
    for (const person of people) await write(bob, person);
    await settled();
    for (const person of people) {
      expect(told(person)).toEqual([]);
      expect(await jobs(person)).toEqual([]);
    }
  });

  it('is not told of to whoever wrote it, nor to a device of somebody else', async () => {
    const [ada, bob, cyd] = [await someone('Ada'), await someone('Bob'), await someone('Cyd')];
    await write(bob, ada);
    await eventually(() => expect(told(ada)).toHaveLength(1));
    await settled();
    expect([...told(bob), ...told(cyd)]).toEqual([]);
  });

  it('that was deleted, or is no news any more, is not told of when its hour comes', async () => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    service.answer(ada.device, { status: 503 }, { status: 503 });
    const { chatId, messageId } = await write(bob, ada);
    const other = await write(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts: 1 }, { attempts: 1 }]));
    await auth.bus.tell(messageDeleted, chatId, { chatId, rev: 2, actorId: bob.account.id, messageId, attachmentIds: [] });
    await eventually(async () => expect(await jobs(ada)).toHaveLength(1));
    await configure(ada, { matrix: { messages: { push: false } } });
    auth.clock.forward(MINUTE);
    look();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(told(ada)).toEqual([]);
    expect(other.messageId).not.toBe(messageId);
  });
});

describe('a reaction', () => {
  it('is told to whoever wants it, apart from messages', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [ada, without] = [await someone('Ada', { lockScreen: 'name', matrix: { reactions: { push: true } } }), await someone('Without')];
    const [chatId, messageId] = [randomUUID(), randomUUID()];
    await react(bob, ada, chatId, messageId);
    await react(bob, without, chatId, messageId);
    await settled();
    expect(told(ada)).toEqual([{ kind: 'reaction', tag: `${chatId}:reactions`, link: `/chat/${chatId}`, from: 'Bob', text: null, messageId, token: null }]);
    expect(told(without)).toEqual([]);
  });
});

describe('what may be read meanwhile', () => {
  let before: RunningAuth;
  let messaging: Awaited<ReturnType<typeof startMessagingPeer>>;
  let unread: Unread;
  let ada: Awaited<ReturnType<typeof someone>>;
  let bob: Person;

  beforeAll(async () => {
    before = auth;
    auth = await RunningAuth.start({ VAPID_PRIVATE_KEY, PUSH_TO_PRIVATE_ADDRESSES: 'yes' });
    // Behind the clock of whoever tells facts, and moved by nobody but the tests.
    auth.clock.forward(-MINUTE);
    auth.clock.stop();
    messaging = await startMessagingPeer(auth.stores.nats.url, auth.keys);
    unread = messaging.unread;
  });

  afterAll(async () => {
    await auth.stop();
    auth = before;
  });

  beforeEach(async () => {
    [ada, bob] = [await someone('Ada', { matrix: { reactions: { push: true } } }), await auth.person()];
  });

  /** What was told of waits, and nobody has been asked about it. */
  async function waiting(count: number): Promise<void> {
    await eventually(async () => expect(await jobs(ada)).toHaveLength(count));
    for (const job of await jobs(ada)) expect(job).toMatchObject({ attempts: 0, next_attempt_at: auth.clock.in(READING_ALONG) });
  }

  /** The time to read is over; all of it has left, or never will. */
  async function passed(): Promise<void> {
    auth.clock.forward(READING_ALONG);
    look();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
  }

  it('waits for two seconds, and is not told of once it has been read', async () => {
    const [read, left] = [await write(bob, ada), await write(bob, ada)];
    await waiting(2);
    auth.clock.forward(READING_ALONG - 1);
    look();
    // A test is not waited with, and comes behind what would have left before it.
    await auth.bus.call(testPush, input, ada.caller);
    await eventually(() => expect(told(ada).map(({ kind }) => kind)).toEqual(['test']));
    expect(unread.asked).toEqual([]);
    unread.over.add(read.messageId);
    await passed();
    expect(told(ada).map(({ messageId }) => messageId)).toEqual([null, left.messageId]);
    const asked = [read, left].map(({ messageId }) => ({ messageId, receiverId: ada.account.id }));
    expect(unread.asked).toHaveLength(2);
    expect(unread.asked).toEqual(expect.arrayContaining(asked));
  });

  it('is asked for once more before each attempt', async () => {
    const { messageId } = await write(bob, ada);
    service.answer(ada.device, { status: 503 });
    await waiting(1);
    auth.clock.forward(READING_ALONG);
    look();
    await eventually(async () => expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBe(auth.clock.in(5 * SECOND).getTime()));
    unread.over.add(messageId);
    auth.clock.forward(5 * SECOND);
    look();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(told(ada)).toEqual([]);
  });

  it('may be a reaction, which is not told of once it is taken back', async () => {
    const [taken, kept] = [randomUUID(), randomUUID()];
    for (const messageId of [taken, kept]) await react(bob, ada, randomUUID(), messageId);
    await waiting(2);
    unread.over.add(taken);
    await passed();
    expect(told(ada)).toMatchObject([{ kind: 'reaction', messageId: kept }]);
    expect(unread.asked).toContainEqual({ messageId: taken, receiverId: ada.account.id, reactedBy: bob.account.id });
  });

  it('is told of all the same when messaging does not answer in time, or is away', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    unread.answering = promise;
    const slow = await write(bob, ada);
    unread.over.add(slow.messageId);
    await waiting(1);
    await passed();
    expect(unread.asked).toContainEqual({ messageId: slow.messageId, receiverId: ada.account.id });
    expect(told(ada)).toMatchObject([{ messageId: slow.messageId }]);
    resolve();
    await messaging.app.close();
    const away = await write(bob, ada);
    await waiting(1);
    await passed();
    expect(told(ada)).toMatchObject([{ messageId: slow.messageId }, { messageId: away.messageId }]);
  });
});

describe('a notice', () => {
  it('says what a mail would have as its subject, and nothing where the screen is to show no names', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [ada, hidden] = [await someone('Ada', { lockScreen: 'name' }), await someone('Hidden')];
    for (const person of [ada, hidden]) await issue(person, bob);
    await issue(ada, bob, 'unlinked');
    await eventually(() => expect(told(ada).map(({ kind, text, link }) => [kind, text, link]).toSorted()).toEqual([
      ['notice', 'Bob would like to be your partner', '/dashboard'],
      ['notice', 'You and Bob are no longer linked', '/settings'],
    ]));
    await eventually(() => expect(told(hidden)).toMatchObject([{ text: null, from: null, link: '/dashboard' }]));
  });

  it('waits for the end of the quiet hours, which may have moved meanwhile, and is dropped when it is switched off', async () => {
    const bob = await auth.person({ firstName: 'Bob' });
    const [ada, eve] = [await someone('Ada', quiet()), await someone('Eve', quiet())];
    for (const person of [ada, eve]) await issue(person, bob);
    await settled();
    expect([...told(ada), ...told(eve)]).toEqual([]);
    await configure(ada, quiet(2));
    await configure(eve, { matrix: { partner: { push: false } } });
    auth.clock.forward(HOUR);
    look();
    await eventually(async () => expect(await jobs(eve)).toEqual([]));
    await eventually(async () => expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBeGreaterThan(auth.clock.now().getTime() + 50 * MINUTE));
    auth.clock.forward(HOUR);
    look();
    await eventually(() => expect(told(ada)).toHaveLength(1));
    expect(told(eve)).toEqual([]);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that answers %d has forgotten the device, and so do we', async (status) => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    service.answer(ada.device, { status });
    await write(bob, ada);
    await eventually(async () => expect(await isKnown(ada.device)).toBe(false));
    expect(await auth.rows('SELECT 1 FROM push_jobs WHERE subscription_id NOT IN (SELECT id FROM push_subscriptions)')).toEqual([]);
  });

  it('that has trouble is asked again, the later the more often it had; that it worked is noted', async () => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    service.answer(ada.device, { status: 500 }, { status: 502 });
    await write(bob, ada);
    const waits: number[] = [];
    for (const attempts of [1, 2]) {
      await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts }]));
      await eventually(async () => expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBeLessThan(auth.clock.in(MINUTE).getTime()));
      waits.push(((await jobs(ada))[0]?.next_attempt_at.getTime() ?? 0) - auth.clock.now().getTime());
      auth.clock.forward(10 * SECOND);
      look();
    }
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    await eventually(() => expect(told(ada)).toHaveLength(1));
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(await auth.rows('SELECT 1 FROM push_subscriptions WHERE endpoint = $1 AND last_succeeded_at IS NOT NULL', [ada.device.subscription.endpoint])).toHaveLength(1);
  });

  it('that wants to be left alone for a while is', async () => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    service.answer(ada.device, { status: 429, headers: { 'retry-after': '1800' } });
    await write(bob, ada);
    await eventually(async () => expect((await jobs(ada))[0]?.next_attempt_at.getTime()).toBeGreaterThan(auth.clock.in(29 * MINUTE).getTime()));
  });

  it('that will have none of it is not asked again, and the device stays', async () => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    service.answer(ada.device, { status: 413 });
    await write(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    await settled();
    expect(told(ada)).toEqual([]);
    expect(await isKnown(ada.device)).toBe(true);
  });

  it('is counted by how it went', async () => {
    const metrics = await auth.app.get(Health).metrics.metrics();
    for (const outcome of ['sent', 'gone', 'failed', 'refused', 'postponed']) expect(metrics).toMatch(new RegExp(`duet_pushes_total\\{outcome="${outcome}"\\} [1-9]`));
  });
});

describe('an installation', () => {
  it('without a key says so', async () => {
    const without = await RunningAuth.start();
    try {
      const ada = await without.person();
      expect(await without.bus.call(getPush, input, ada.caller)).toEqual({ publicKey: null, subscribed: false });
      expect((await without.bus.refusal(subscribePush, service.device().subscription, ada.caller)).code).toBe('PUSH_UNAVAILABLE');
    } finally {
      await without.stop();
    }
  });

  it('sends nothing into its own network, whatever an endpoint is called', async () => {
    const usual = await RunningAuth.start({ VAPID_PRIVATE_KEY });
    try {
      const ada = await usual.person();
      const { subscription } = service.device();
      const at = (endpoint: string) => usual.bus.refusal(subscribePush, { ...subscription, endpoint }, ada.caller);
      for (const endpoint of [subscription.endpoint, 'https://127.0.0.1/x', 'https://10.0.0.1/x', 'https://[::1]/x', 'https://169.254.169.254/x', 'https://user:word@push.example/x', 'http://push.example/x']) {
        expect({ endpoint, ...(await at(endpoint)) }).toMatchObject({ endpoint, code: 'VALIDATION_FAILED', errors: [expect.objectContaining({ field: 'endpoint' })] });
      }
      expect((await usual.bus.refusal(subscribePush, { ...subscription, endpoint: 'https://push.example/x', p256dh: 'A'.repeat(87) }, ada.caller)).errors).toMatchObject([{ field: 'p256dh' }]);
      // A name is not known for what it is before it is connected to.
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

  it('in production is never told to reach its own network', () => {
    const settings = { NODE_ENV: 'production', PUSH_TO_PRIVATE_ADDRESSES: 'yes' };
    expect(() => loadConfig(AuthConfig, settings)).toThrow(ConfigError);
    expect(() => loadConfig(AuthConfig, settings)).toThrow(/PUSH_TO_PRIVATE_ADDRESSES must not be set in production/);
    expect(() => loadConfig(AuthConfig, { ...settings, NODE_ENV: 'development' })).toThrow(expect.objectContaining({ message: expect.not.stringContaining('PUSH_TO_PRIVATE_ADDRESSES') }));
  });

  it('forgets what nobody was told of within a day', async () => {
    const [ada, bob] = [await someone('Ada'), await auth.person()];
    service.answer(ada.device, ...Array.from({ length: 3 }, () => ({ status: 503 })));
    await write(bob, ada);
    await eventually(async () => expect(await jobs(ada)).toMatchObject([{ attempts: 1 }]));
    auth.clock.forward(DAY + MINUTE);
    look();
    await eventually(async () => expect(await jobs(ada)).toEqual([]));
    expect(told(ada)).toEqual([]);
  });
});
