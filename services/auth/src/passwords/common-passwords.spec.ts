import { type Owner, isCommon } from './common-passwords.js';

const OWNER: Owner = {
  firstName: 'Ada',
  lastName: 'Byron King',
  username: 'countess_ada',
  email: 'a.lovelace@example.org',
};

describe('isCommon', () => {
  it.each(['Password1', 'PASSWORD123', 'Qwerty123', 'iLoveYou1', 'Trustno1', 'Abc123', 'Ｐassword1'])(
    'refuses %s',
    (password) => {
      expect(isCommon(password, OWNER)).toBe(true);
    },
  );

  it.each([
    'Ada123',
    'ADA2026!'.slice(0, 7),
    'Byron1',
    'King2026',
    'Countess_Ada1',
    'Lovelace99',
    'AdaByron1',
    'a.Lovelace1',
  ])('refuses %s, which is made of the owner’s names', (password) => {
    expect(isCommon(password, OWNER)).toBe(true);
  });

  it.each(['Tango7Blue-Lamp', 'Adamant-Otter-42', 'Byron-walks-home-9', 'Xk9-2pQz'])('accepts %s', (password) => {
    expect(isCommon(password, OWNER)).toBe(false);
  });

  it.each([
    'Summer2026',
    'Duet2026',
    'Berlin2024',
    'Winter2025!',
    'Letmein2026',
    'P@ssw0rd2026',
    'Monkey12',
    'Dragon99',
    'Abcdefg1',
    'Ab1Ab1Ab1',
  ])('refuses %s, a common word or keyboard row', (password) => {
    expect(isCommon(password, OWNER)).toBe(true);
  });

  it.each(['Xk9pQz', 'Wrong1Horse', `Aa1${'x'.repeat(125)}`])(
    'accepts %s, which few guesses do not find',
    (password) => {
      expect(isCommon(password, OWNER)).toBe(false);
    },
  );

  it('ignores names that are too short', () => {
    expect(isCommon('Li-Xk9-2p', { ...OWNER, firstName: 'Li', lastName: '李' })).toBe(false);
  });
});
