import { type Owner, isCommon } from './common-passwords.js';

const OWNER: Owner = { firstName: 'Ada', lastName: 'Byron King', username: 'countess_ada', email: 'a.lovelace@example.org' };

describe('isCommon', () => {
  it.each(['Password1', 'PASSWORD123', 'Qwerty123', 'iLoveYou1', 'Trustno1', 'Abc123', 'Ｐassword1'])('refuses %s', (password) => {
    expect(isCommon(password, OWNER)).toBe(true);
  });

  it.each(['Ada123', 'ADA2026!'.slice(0, 7), 'Byron1', 'King2026', 'Countess_Ada1', 'Lovelace99', 'AdaByron1', 'a.Lovelace1'])('refuses %s, made of own names', (password) => {
    expect(isCommon(password, OWNER)).toBe(true);
  });

  it.each(['Tango7Blue-Lamp', 'Adamant-Otter-42', 'Byron-walks-home-9', 'Xk9-2pQz'])('accepts %s', (password) => {
    expect(isCommon(password, OWNER)).toBe(false);
  });

  it('does not mind names too short to be one', () => {
    expect(isCommon('Li-Xk9-2p', { ...OWNER, firstName: 'Li', lastName: '李' })).toBe(false);
  });
});
