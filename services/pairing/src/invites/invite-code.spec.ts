import { inviteCodeIn, newInviteCode } from './invite-code.js';

describe('invite codes', () => {
  it('have 8 unambiguous characters with a digit and a letter, and do not repeat', () => {
    const codes = Array.from({ length: 5_000 }, newInviteCode);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^(?=.*\d)(?=.*[A-Z])[2-9A-HJ-NP-Z]{8}$/);
    // All 32 characters are in use.
    expect(new Set(codes.join('')).size).toBe(32);
  });

  it.each([
    ['ABCD2345', 'ABCD2345'],
    [' abcd-2345 ', 'ABCD2345'],
    ['ab cd 23 45', 'ABCD2345'],
    ['ABCD234', null],
    ['ABCD23456', null],
    ['ABCDEFGH', null],
    ['23456789', null],
    ['ABCD2340', null],
    ['ABCD234I', null],
    ['a@b2.cd', null],
    ['', null],
  ])('are read from %j as %j', (typed, code) => {
    expect(inviteCodeIn(typed)).toBe(code);
  });
});
