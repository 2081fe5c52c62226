import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './ports.mjs';
import { ROOT } from './places.mjs';
import { began, readPidFile, sweep } from './processes.mjs';
import { createSupervisor } from './supervisor.mjs';
import { temporaryFolder } from './test/temporary.mjs';

const PLAY_DEAD = join(ROOT, 'infra', 'local', 'test', 'play-dead.mjs');

/** @type {(() => Promise<void>)[]} */
const cleanups = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function supervise() {
  const dir = temporaryFolder('supervisor');
  const say = jest.fn();
  let fail = (/** @type {Error} */ _cause) => {};
  /** @type {Promise<Error>} */
  const failure = new Promise((resolve) => (fail = resolve));
  const supervisor = createSupervisor({ dir, say, onFailure: (cause) => fail(cause) });
  cleanups.push(supervisor.stop);
  return {
    dir,
    say,
    failure,
    supervisor,
    log: (/** @type {string} */ name) => readFileSync(join(dir, 'logs', `${name}.log`), 'utf8'),
  };
}

/** @param {string} name @param {{mode?: string, order?: number}} [options] */
async function deadPlayer(name, { mode = 'good', order = 1 } = {}) {
  const port = await freePort();
  const answer = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
  const spec = {
    name,
    order,
    command: process.execPath,
    args: [PLAY_DEAD, String(port), mode],
    ready: async () => (await answer()) !== '',
    stopWithin: 500,
  };
  return { spec, answer };
}

describe('supervisor', () => {
  it('waits until a process answers and writes its output to a file', async () => {
    const { supervisor, log } = supervise();
    const { spec, answer } = await deadPlayer('one');
    await supervisor.start(spec);
    expect(Number(await answer())).toBe(supervisor.pids().one);
    expect(log('one')).toBe('hello\n');
  });

  it('restarts a killed process and prints one sentence', async () => {
    const { supervisor, say } = supervise();
    const { spec, answer } = await deadPlayer('one');
    await supervisor.start(spec);
    const before = await answer();
    await supervisor.kill('one', 'SIGKILL');
    await supervisor.ready('one');
    expect(await answer()).not.toBe(before);
    expect(say.mock.calls).toEqual([['one ended (SIGKILL); starting it again.']]);
  });

  it('starts another program under the name of a process and restarts that one from then on', async () => {
    const { supervisor } = supervise();
    const [one, other] = [await deadPlayer('one'), await deadPlayer('one')];
    await supervisor.start(one.spec);
    await supervisor.replace(other.spec);
    await expect(one.answer()).rejects.toThrow();
    const before = await other.answer();
    expect(Number(before)).toBe(supervisor.pids().one);
    await supervisor.restart('one');
    expect(await other.answer()).not.toBe(before);
  });

  it('gives up at the fourth crash within a minute and names the log', async () => {
    const { supervisor, say, failure } = supervise();
    const { spec } = await deadPlayer('one');
    await supervisor.start(spec);
    for (let death = 1; death <= 3; death += 1) {
      await supervisor.kill('one');
      await supervisor.ready('one');
    }
    await supervisor.kill('one');
    expect((await failure).message).toMatch(/^one ended 4 times within a minute \(SIGKILL\): see .*logs\/one\.log\.$/);
    expect(say).toHaveBeenCalledTimes(3);
  });

  it('does not retry a process that ends while starting, and stops the others', async () => {
    const { supervisor } = supervise();
    const [good, early] = [await deadPlayer('good'), await deadPlayer('early', { mode: 'early' })];
    const starts = [good, early].map(
      ({ spec }) =>
        () =>
          supervisor.start(spec),
    );
    await expect(supervisor.startAll(starts)).rejects.toThrow(
      /^early ended while it was starting \(exit code 3\): see .*logs\/early\.log\.$/,
    );
    expect(supervisor.pids()).toEqual({ good: null, early: null });
  });

  it('names a missing command', async () => {
    const { supervisor } = supervise();
    const spec = { name: 'none', order: 1, command: '/no/such/command', args: [], ready: async () => false };
    await expect(supervisor.start(spec)).rejects.toThrow(/^none ended while it was starting \(.*ENOENT\): see /);
  });

  it('leaves a stopped process down until restart', async () => {
    const { supervisor, say } = supervise();
    const { spec, answer } = await deadPlayer('one');
    await supervisor.start(spec);
    await supervisor.down('one', 'SIGKILL');
    await expect(answer()).rejects.toThrow();
    await supervisor.restart('one');
    expect(Number(await answer())).toBe(supervisor.pids().one);
    expect(say).not.toHaveBeenCalled();
  });

  it('stops lower orders first and kills processes that ignore the signal, also suspended ones', async () => {
    const { supervisor, log, dir } = supervise();
    const [first, stubborn] = [
      await deadPlayer('first', { order: 1 }),
      await deadPlayer('stubborn', { mode: 'stubborn', order: 2 }),
    ];
    await supervisor.startAll(
      [first, stubborn].map(
        ({ spec }) =>
          () =>
            supervisor.start(spec),
      ),
    );
    const pids = Object.values(supervisor.pids());
    const stopped = supervisor.stop();
    await expect(stubborn.answer()).resolves.toBe(String(supervisor.pids().stubborn));
    await stopped;
    expect(log('first')).toBe('hello\nasked to end\n');
    expect(log('stubborn')).toBe('hello\nasked to end\n');
    expect(pids.map((pid) => began(Number(pid)))).toEqual([null, null]);
    expect(readPidFile(join(dir, 'run', 'first.pid'))).toBeNull();
  });

  it('stops the processes of a killed supervisor', async () => {
    const { supervisor, dir } = supervise();
    const { spec, answer } = await deadPlayer('orphan');
    await supervisor.start(spec);
    expect(readPidFile(join(dir, 'run', 'orphan.pid'))).toMatchObject({
      name: 'orphan',
      pid: supervisor.pids().orphan,
    });
    // As the next start does, from the pid files alone.
    const swept = sweep(join(dir, 'run'));
    await supervisor.down('orphan');
    expect(await swept).toEqual(['orphan']);
    await expect(answer()).rejects.toThrow();
  });
});
