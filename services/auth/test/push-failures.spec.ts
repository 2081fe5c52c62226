import { Health } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { type PushScene, pushCalls, startPushes } from './push-scene.js';
import type { PushService } from './push-service.js';
import { HOUR, MINUTE, type RunningAuth, SECOND } from './running-auth.js';

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
  publishNotice,
  allEventsConsumed,
  jobs,
  isKnown,
  sendDuePushes,
  quietHours,
} = pushCalls(() => scene);

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
    const [ada, bob] = [await subscribedPerson('Ada', quietHours()), await auth.person()];
    await publishNotice(ada, bob);
    await eventually(async () => expect(await jobs(ada)).toHaveLength(1));
    // A push that waits for the end of quiet hours is postponed when these were extended.
    await configure(ada, quietHours(2));
    auth.clock.forward(HOUR);
    sendDuePushes();
    await eventually(async () => {
      const metrics = await auth.app.get(Health).metrics.metrics();
      for (const outcome of ['sent', 'gone', 'failed', 'refused', 'postponed'])
        expect(metrics).toMatch(new RegExp(`duet_pushes_total\\{outcome="${outcome}"\\} [1-9]`));
    });
  });
});
