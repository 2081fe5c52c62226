import { describe, expect, it, jest } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock, unlock, withLock } from './lock.mjs';
import { began } from './processes.mjs';
import { temporaryFolder } from './test/temporary.mjs';

const place = () => join(temporaryFolder('lock'), 'the.lock');

describe('a lock', () => {
  it('names its holder', () => {
    const path = place();
    expect(tryLock(path, { name: 'npm start', url: 'http://localhost:1' })).toBeNull();
    expect(tryLock(path, { name: 'another' })).toMatchObject({
      name: 'npm start',
      url: 'http://localhost:1',
      pid: process.pid,
    });
    unlock(path);
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['whose process is gone', JSON.stringify({ name: 'dead', pid: 2 ** 22 + 1, began: 'then' })],
    ['whose pid belongs to another process now', JSON.stringify({ name: 'dead', pid: process.pid, began: 'before' })],
    ['that is not readable', '{'],
  ])('replaces one %s', (_what, content) => {
    const path = place();
    writeFileSync(path, content);
    expect(tryLock(path, { name: 'next' })).toBeNull();
  });

  it('makes the second process wait, prints that once, and lets it in afterwards', async () => {
    const [path, say, order] = [place(), jest.fn(), /** @type {string[]} */ ([])];
    let finish = () => {};
    const first = withLock(
      path,
      'npm start',
      say,
      () => new Promise((resolve) => (finish = () => resolve(order.push('first')))),
    );
    const second = withLock(path, 'npm test', say, async () => order.push('second'));
    expect(say.mock.calls).toEqual([
      [`Waiting for npm start (process ${process.pid}), which installs or builds right now.`],
    ]);
    finish();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('recognises a process by its start time', () => {
    expect(began(process.pid)).toBe(began(process.pid));
    expect(began(process.pid)).not.toBe(began(process.ppid));
    expect(began(2 ** 22 + 1)).toBeNull();
  });
});
