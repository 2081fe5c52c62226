import { randomUUID } from 'node:crypto';
import { avatarChanged, getProfile, userProfileChanged } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningAuth } from './running-auth.js';

let auth: RunningAuth;

beforeAll(async () => {
  auth = await RunningAuth.start();
});

afterAll(() => auth.stop());

const pictureOf = (letter: string): string => `/api/media/avatars/${letter.repeat(32)}/512.webp`;

describe('a changed avatar', () => {
  it('changes the profile once, despite repeated and late events and those about unknown users', async () => {
    const { account, caller } = await auth.person();
    const publish = (version: number, avatar: string | null, userId = account._id) =>
      auth.bus.publish(avatarChanged, userId, { userId, avatar, version });
    await publish(1, pictureOf('a'), randomUUID());
    await publish(2, pictureOf('b'));
    await publish(2, pictureOf('b'));
    await publish(1, pictureOf('a'));
    await publish(3, null);
    await publish(2, pictureOf('b'));
    await publish(4, pictureOf('d'));
    const changes = await eventually(async () => {
      const events = (await auth.bus.events(userProfileChanged)).filter(({ _id }) => _id === account._id);
      expect(events.at(-1)?.avatar).toBe(pictureOf('d'));
      return events;
    });
    expect(changes.map(({ avatar, version }) => ({ avatar, version }))).toEqual([
      { avatar: pictureOf('b'), version: 2 },
      { avatar: null, version: 3 },
      { avatar: pictureOf('d'), version: 4 },
    ]);
    expect((await auth.bus.call(getProfile, {}, caller)).avatar).toBe(pictureOf('d'));
    expect(await auth.rows('SELECT id FROM dead_letter')).toEqual([]);
  });
});
