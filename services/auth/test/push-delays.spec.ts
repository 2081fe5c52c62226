import { randomUUID } from 'node:crypto';
import { NoInput, testPush } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { type Unread, startMessagingPeer } from './messaging-peer.js';
import { type PushScene, READ_DELAY, type Subscriber, pushCalls, startPushes } from './push-scene.js';
import type { PushService } from './push-service.js';
import { MINUTE, type Person, type RunningAuth, SECOND } from './running-auth.js';

let scene: PushScene;
let auth: RunningAuth;
let service: PushService;
let messaging: Awaited<ReturnType<typeof startMessagingPeer>>;
let unread: Unread;
let ada: Subscriber;
let bob: Person;

beforeAll(async () => {
  // Behind the publisher's clock, and moved only by the tests.
  scene = await startPushes(-MINUTE);
  ({ auth, service } = scene);
  auth.clock.stop();
  messaging = await startMessagingPeer(auth.nats.url, auth.keys);
  unread = messaging.unread;
});

afterAll(() => scene.stop());

beforeEach(async () => {
  [ada, bob] = [await subscribedPerson('Ada', { matrix: { reactions: { push: true } } }), await auth.person()];
});

const { subscribedPerson, pushesTo, publishMessage, publishReaction, jobs, sendDuePushes } = pushCalls(() => scene);

const input = new NoInput();

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

describe('a push that its recipient may have read', () => {
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
