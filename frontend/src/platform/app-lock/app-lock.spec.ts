import { LAST_TRY, isIdle, isOver, pauseLeft, pinRule } from './app-lock-rules.js';
import { keyOfPin, makeVerifier } from './app-lock-verifier.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

describe('a PIN', () => {
  it('has four to twelve digits and nothing else', () => {
    for (const pin of ['1234', '000000000000']) expect(pinRule(pin)).toBeNull();
    for (const pin of ['', '123', '1234567890123', '12 34', '12a4', '-1234', '١٢٣٤'])
      expect(pinRule(pin)).toBe('A PIN has 4 to 12 digits');
  });

  it('is verified by a stored hash that does not contain it', async () => {
    const { verifier } = await makeVerifier('482913');
    expect(verifier.iterations).toBe(600_000);
    expect(JSON.stringify(verifier)).not.toContain('482913');
    await expect(keyOfPin('482913', verifier)).resolves.not.toBeNull();
    await expect(keyOfPin('482914', verifier)).resolves.toBeNull();
    await expect(keyOfPin('4829130', verifier)).resolves.toBeNull();
  });

  it('gets a new salt each time it is stored', async () => {
    const [{ verifier: one }, { verifier: other }] = await Promise.all([
      makeVerifier('1234', 1_000),
      makeVerifier('1234', 1_000),
    ]);
    expect(one.salt).not.toBe(other.salt);
    expect(one.hash).not.toBe(other.hash);
  });

  it('is hashed by PBKDF2 with SHA-256', async () => {
    // The test vector of RFC 7914, section 11: "passwd" and "salt", one iteration, the first 32 bytes.
    const hash = Buffer.from('55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc', 'hex').toString(
      'base64',
    );
    await expect(keyOfPin('passwd', { iterations: 1, salt: btoa('salt'), hash })).resolves.not.toBeNull();
  });
});

describe('the idle time', () => {
  it('is over after exactly the chosen minutes', () => {
    expect(isIdle(5, NOW - 5 * MINUTE + 1, NOW)).toBe(false);
    expect(isIdle(5, NOW - 5 * MINUTE, NOW)).toBe(true);
    expect(isIdle(60, NOW - 8 * 60 * MINUTE, NOW)).toBe(true);
  });

  it('is over when the last activity is unknown or the clock was set back', () => {
    expect(isIdle(60, null, NOW)).toBe(true);
    expect(isIdle(60, NOW + 60 * MINUTE, NOW)).toBe(true);
    // A correction by two seconds is tolerated.
    expect(isIdle(60, NOW + 2_000, NOW)).toBe(false);
  });

  it('is five minutes for users who lock at once but leave the page open', () => {
    expect(isIdle(0, NOW - MINUTE, NOW)).toBe(false);
    expect(isIdle(0, NOW - 5 * MINUTE, NOW)).toBe(true);
  });
});

describe('wrong PINs', () => {
  const left = (wrong: number, since = 0): number => pauseLeft({ wrong, wrongAt: NOW - since }, NOW);

  it('cause growing pauses from the fifth on, and end all tries at the tenth', () => {
    expect([0, 1, 4].map((wrong) => left(wrong))).toEqual([0, 0, 0]);
    expect([5, 6, 7, 8, 9].map((wrong) => left(wrong) / MINUTE)).toEqual([0.5, 1, 2, 5, 15]);
    expect([9, LAST_TRY].map((wrong) => isOver({ wrong, wrongAt: NOW }))).toEqual([false, true]);
  });

  it('allow another try once the pause is over', () => {
    expect(left(5, 29_999)).toBe(1);
    expect(left(5, 30_000)).toBe(0);
    expect(left(5, 24 * 60 * MINUTE)).toBe(0);
  });

  it('never cause a wait longer than the pause, even if the clock was set back', () => {
    expect(left(5, -24 * 60 * MINUTE)).toBe(30_000);
  });
});
