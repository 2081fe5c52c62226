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
  it('becomes part of the person once, whatever comes again, late, or about nobody', async () => {
    const { account, caller } = await auth.person();
    const tell = (version: number, avatar: string | null, userId = account._id) => auth.bus.tell(avatarChanged, userId, { userId, avatar, version });
    await tell(1, pictureOf('a'), randomUUID());
    await tell(2, pictureOf('b'));
    await tell(2, pictureOf('b'));
    await tell(1, pictureOf('a'));
    await tell(3, null);
    await tell(2, pictureOf('b'));
    await tell(4, pictureOf('d'));
    const told = await eventually(async () => {
      const facts = (await auth.bus.facts(userProfileChanged)).filter(({ _id }) => _id === account._id);
      expect(facts.at(-1)?.avatar).toBe(pictureOf('d'));
      return facts;
    });
    expect(told.map(({ avatar, version }) => ({ avatar, version }))).toEqual([
      { avatar: pictureOf('b'), version: 2 },
      { avatar: null, version: 3 },
      { avatar: pictureOf('d'), version: 4 },
    ]);
    expect((await auth.bus.call(getProfile, {}, caller)).avatar).toBe(pictureOf('d'));
    expect(await auth.rows('SELECT id FROM dead_letter')).toEqual([]);
  });
});
