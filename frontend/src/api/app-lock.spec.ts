import { LAST_TRY, isIdle, isOver, pauseLeft, pinRule } from './app-lock-rules.js';
import { isPin, makeVerifier } from './app-lock-verifier.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

describe('a PIN', () => {
  it('has four to twelve digits and nothing else', () => {
    for (const pin of ['1234', '000000000000']) expect(pinRule(pin)).toBeNull();
    for (const pin of ['', '123', '1234567890123', '12 34', '12a4', '-1234', '١٢٣٤']) expect(pinRule(pin)).toBe('A PIN has 4 to 12 digits');
  });

  it('is known again by what is stored, which does not hold it', async () => {
    const verifier = await makeVerifier('482913');
    expect(verifier.iterations).toBe(600_000);
    expect(JSON.stringify(verifier)).not.toContain('482913');
    await expect(isPin('482913', verifier)).resolves.toBe(true);
    await expect(isPin('482914', verifier)).resolves.toBe(false);
    await expect(isPin('4829130', verifier)).resolves.toBe(false);
  });

  it('is salted: the same one is stored differently each time', async () => {
    const [one, other] = await Promise.all([makeVerifier('1234', 1_000), makeVerifier('1234', 1_000)]);
    expect(one.salt).not.toBe(other.salt);
    expect(one.hash).not.toBe(other.hash);
  });

  it('is hashed as PBKDF2 with SHA-256 says', async () => {
    // RFC 7914, section 11: "passwd" and "salt", one round, the first 32 bytes.
    const hash = Buffer.from('55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc', 'hex').toString('base64');
    await expect(isPin('passwd', { iterations: 1, salt: btoa('salt'), hash })).resolves.toBe(true);
  });
});

describe('the idle time', () => {
  it('is over after exactly the chosen minutes', () => {
    expect(isIdle(5, NOW - 5 * MINUTE + 1, NOW)).toBe(false);
    expect(isIdle(5, NOW - 5 * MINUTE, NOW)).toBe(true);
    expect(isIdle(60, NOW - 8 * 60 * MINUTE, NOW)).toBe(true);
  });

  it('is over when nobody knows, or the clock was set back', () => {
    expect(isIdle(60, null, NOW)).toBe(true);
    expect(isIdle(60, NOW + 60 * MINUTE, NOW)).toBe(true);
    // A clock is set right by a second or two, and that is all.
    expect(isIdle(60, NOW + 2_000, NOW)).toBe(false);
  });

  it('has an end also for those who lock when they leave, and stay', () => {
    expect(isIdle(0, NOW - MINUTE, NOW)).toBe(false);
    expect(isIdle(0, NOW - 5 * MINUTE, NOW)).toBe(true);
  });
});

describe('wrong PINs', () => {
  const left = (wrong: number, since = 0): number => pauseLeft({ wrong, wrongAt: NOW - since }, NOW);

  it('pause longer and longer from the fifth on, and end with the tenth', () => {
    expect([0, 1, 4].map((wrong) => left(wrong))).toEqual([0, 0, 0]);
    expect([5, 6, 7, 8, 9].map((wrong) => left(wrong) / MINUTE)).toEqual([0.5, 1, 2, 5, 15]);
    expect([9, LAST_TRY].map((wrong) => isOver({ wrong, wrongAt: NOW }))).toEqual([false, true]);
  });

  it('may be followed by another once the pause is over', () => {
    expect(left(5, 29_999)).toBe(1);
    expect(left(5, 30_000)).toBe(0);
    expect(left(5, 24 * 60 * MINUTE)).toBe(0);
  });

  it('never wait longer than the pause, also when the clock was set back', () => {
    expect(left(5, -24 * 60 * MINUTE)).toBe(30_000);
  });
});
