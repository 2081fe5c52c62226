import { createHash } from 'node:crypto';
import {
  ChangePasswordDto,
  LIMITS,
  NoInput,
  changePassword,
  deleteAccount,
  getPush,
  logout,
  renewPush,
  revokeOtherSessions,
  revokeSession,
  subscribePush,
  testPush,
  unsubscribePush,
} from '@duet/contracts';
import { ConfigError, Health, loadConfig } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { AuthConfig } from '../src/config.js';
import { PUBLIC_KEY, type PushScene, VAPID_PRIVATE_KEY, pushCalls, sessionOf, startPushes } from './push-scene.js';
import type { Device, PushService } from './push-service.js';
import { DAY, MINUTE, type Person, RunningAuth } from './running-auth.js';

let scene: PushScene;
let auth: RunningAuth;
let service: PushService;

beforeAll(async () => {
  scene = await startPushes();
  ({ auth, service } = scene);
});

afterAll(() => scene.stop());

const { subscribe, subscribedPerson, pushesTo, publishMessage, jobs, isKnown, sendDuePushes, quietHours } = pushCalls(
  () => scene,
);

const input = new NoInput();

it('the outcomes of pushes that an alert reads are counted from 0 on', async () => {
  const metrics = await auth.app.get(Health).metrics.metrics();
  for (const outcome of ['sent', 'failed', 'given-up'])
    expect(metrics).toContain(`duet_pushes_total{outcome="${outcome}"} 0\n`);
});

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
