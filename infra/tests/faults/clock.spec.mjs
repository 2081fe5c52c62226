import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { eventually } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { nextChange, setClock } from './harm-clocks.mjs';
import { clockOf } from './inside/switches.mjs';

const HOUR = 60 * 60_000;

/** More than a busy machine needs to answer. */
const CLOSE = 60_000;

const CODE = `
  const { moveClock } = await import(process.env.CLOCK_MODULE);
  const file = await import('node:fs/promises').then(({ stat }) => stat(process.execPath));
  moveClock(process.env.CLOCK_FILE);
  process.on('message', (at) => process.send({
    ahead: Date.now() - at, made: new Date() - at, given: new Date(at) - at, isDate: new Date() instanceof Date && file.mtime instanceof Date,
    offset: new Date().getTimezoneOffset(),
  }));
  process.send('ready');`;

const folder = temporaryFolder('clock');
const file = clockOf(folder, 'one');

/** @type {import('node:child_process').ChildProcess} */
let child;

beforeAll(async () => {
  setClock(folder, 'one', { ahead: 2 * HOUR });
  const module = pathToFileURL(join(ROOT, 'infra', 'tests', 'faults', 'inside', 'clock.mjs')).href;
  child = spawn(process.execPath, ['--input-type=module', '-e', CODE], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, CLOCK_MODULE: module, CLOCK_FILE: file, TZ: 'UTC' },
  });
  await once(child, 'message');
}, 60_000);

afterAll(() => {
  child?.kill();
  rmSync(folder, { recursive: true });
});

/** @returns {Promise<{ahead: number, made: number, given: number, isDate: boolean, offset: number}>} */
async function ask() {
  const answer = once(child, 'message');
  child.send(Date.now());
  return (await answer)[0];
}

describe('the moved clock of a process', () => {
  it('is ahead from the start, and dates stay dates', async () => {
    const { ahead, made, given, isDate } = await ask();
    expect(Math.abs(ahead - 2 * HOUR)).toBeLessThan(CLOSE);
    expect(Math.abs(made - 2 * HOUR)).toBeLessThan(CLOSE);
    expect([given, isDate]).toEqual([0, true]);
  });

  it('jumps into a night in which the clocks of its zone change', async () => {
    const change = nextChange(Date.now());
    setClock(folder, 'one', { ahead: change - HOUR - Date.now(), zone: 'Europe/Berlin' });
    const before = await eventually(async () => {
      const answer = await ask();
      expect(answer.offset).not.toBe(0);
      return answer;
    });
    setClock(folder, 'one', { ahead: change + HOUR - Date.now(), zone: 'Europe/Berlin' });
    await eventually(async () => expect(Math.abs((await ask()).offset - before.offset)).toBe(60));
  });

  it('is right again without its file', async () => {
    rmSync(file);
    await eventually(async () => {
      const { ahead, offset } = await ask();
      expect(Math.abs(ahead)).toBeLessThan(CLOSE);
      expect(offset).toBe(0);
    });
  });
});
