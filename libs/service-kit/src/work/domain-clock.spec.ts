import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseConfig } from '../config/base-config.js';
import { loadConfig } from '../config/load-config.js';
import { monotonicNow } from './clock.js';
import { domainClock } from './domain-clock.js';

const YEAR = 365 * 24 * 60 * 60 * 1000;

const file = join(mkdtempSync(join(tmpdir(), 'duet-clock-')), 'offset');

beforeEach(() => writeFileSync(file, '0'));

const yearsAhead = (now: Date): number =>
  Math.round((now.getTime() - performance.timeOrigin - monotonicNow()) / YEAR) + 0;

describe('the clock of the domain', () => {
  it('is the process’s own without a file', () => {
    expect(yearsAhead(domainClock({}).now())).toBe(0);
  });

  it('is ahead by the seconds in the file, read again at each use', () => {
    const clock = domainClock({ DUET_TEST_CLOCK: file });
    expect(yearsAhead(clock.now())).toBe(0);
    writeFileSync(file, `${(10 * YEAR) / 1000}\n`);
    expect(yearsAhead(clock.now())).toBe(10);
    writeFileSync(file, '-31536000.0');
    expect(yearsAhead(clock.now())).toBe(-1);
  });

  it('keeps the offset when it follows another clock', () => {
    const clock = domainClock({ DUET_TEST_CLOCK: file });
    writeFileSync(file, String(YEAR / 1000));
    const sent = monotonicNow();
    expect(clock.follow(performance.timeOrigin + sent, sent - 5, sent + 5)).toBe(0);
    expect(yearsAhead(clock.now())).toBe(1);
  });

  it('refuses a file that is missing or no number', () => {
    expect(() => domainClock({ DUET_TEST_CLOCK: `${file}.missing` })).toThrow(/ENOENT/);
    writeFileSync(file, 'soon');
    expect(() => domainClock({ DUET_TEST_CLOCK: file })).toThrow(/without a number of seconds/);
  });

  it('is refused in production, which images are', () => {
    const environment = {
      NATS_URL: 'nats://a:Wq7-kfp2-Xz91-mmtR@127.0.0.1:4222',
      OPS_PORT: '9000',
      JWT_PUBLIC_KEYS: '{"keys":[]}',
      DATABASE_URL: 'postgres://a:Wq7-kfp2-Xz91-mmtR@localhost/duet',
      DUET_TEST_CLOCK: file,
    };
    expect(() => loadConfig(DatabaseConfig, environment)).toThrow('DUET_TEST_CLOCK must not be set in production');
    expect(loadConfig(DatabaseConfig, { ...environment, NODE_ENV: 'development' })).toMatchObject({
      DUET_TEST_CLOCK: file,
    });
  });
});
