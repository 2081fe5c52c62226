import { randomUUID } from 'node:crypto';
import { UpdateSettingsDto, updateSettings } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { type PushScene, pushCalls, startPushes } from './push-scene.js';
import { HOUR, MINUTE, type RunningAuth } from './running-auth.js';

let scene: PushScene;
let auth: RunningAuth;

beforeAll(async () => {
  scene = await startPushes();
  ({ auth } = scene);
});

afterAll(() => scene.stop());

const { subscribedPerson, configure, pushesTo, publishNotice, allEventsConsumed, jobs, sendDuePushes, quietHours } =
  pushCalls(() => scene);

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
