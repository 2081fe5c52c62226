import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'duet-nats-health-'));
const SCRIPT = join(import.meta.dirname, 'health.sh');

/** Stands for /healthz: the answer of each check is this exit code of wget. @param {0 | 1} code */
const answerWith = (code) => writeFileSync(join(folder, 'wget'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });

/** @param {number} times @param {number} pid */
function check(times, pid) {
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    NATS_HEALTH_STATE: join(folder, 'state'),
    NATS_PID: String(pid),
  };
  return Array.from({ length: times }, () => spawnSync('sh', [SCRIPT], { env }).status);
}

beforeEach(() => rmSync(join(folder, 'state'), { force: true }));

afterAll(() => rmSync(folder, { recursive: true }));

describe('the health check of NATS in Compose', () => {
  it('ends a server that was healthy and then fails 12 times in a row', async () => {
    const server = spawn('sleep', ['600']);
    try {
      answerWith(0);
      expect(check(1, server.pid ?? 0)).toEqual([0]);
      answerWith(1);
      check(11, server.pid ?? 0);
      answerWith(0);
      check(1, server.pid ?? 0);
      answerWith(1);
      expect(new Set(check(11, server.pid ?? 0))).toEqual(new Set([1]));
      expect(server.signalCode).toBeNull();
      const ended = once(server, 'exit');
      check(1, server.pid ?? 0);
      expect(await ended).toEqual([null, 'SIGTERM']);
    } finally {
      server.kill('SIGKILL');
    }
  }, 20_000);

  it('leaves a server alone that still reads its streams', () => {
    const server = spawn('sleep', ['600']);
    answerWith(1);
    check(40, server.pid ?? 0);
    expect(server.kill(0)).toBe(true);
    server.kill('SIGKILL');
  }, 20_000);
});

describe('the probes of NATS in Kubernetes', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../k8s/nats/nats.yaml'), 'utf8');

  it('restart a server that stores nothing more, and leave it reachable for calls until then', () => {
    expect(manifest).toMatch(/livenessProbe:\s+\{ httpGet: \{ path: \/healthz, /);
    expect(manifest).toMatch(/readinessProbe:\s+\{\s+httpGet: \{ path: '\/healthz\?js-server-only=true', /);
  });
});
