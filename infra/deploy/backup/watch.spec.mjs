import { mkdirSync, statfsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { backupMetrics, serveMetrics } from './watch.mjs';

/** @param {import('node:http').Server} server @returns {Promise<Record<string, number>>} */
async function read(server) {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server does not listen');
  const page = await (await fetch(`http://127.0.0.1:${address.port}/metrics`)).text();
  return Object.fromEntries(
    [...page.matchAll(/^duet_backup_(\w+) (\S+)$/gm)].map(([, name, value]) => [
      name,
      Number(String(value).replace('+Inf', 'Infinity').replace('Nan', 'NaN')),
    ]),
  );
}

/** A file that was written some seconds ago. @param {string} path @param {number} seconds */
function aFile(path, seconds) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  const at = Date.now() / 1_000 - seconds;
  utimesSync(path, at, at);
}

describe('the metrics of a copy', () => {
  it('show how old each part is, and how far the copy of WAL is behind', async () => {
    const folder = temporaryFolder('copy');
    const server = serveMetrics(
      backupMetrics(folder, () => Promise.resolve({ active: true, lag: '4096' })),
      0,
    );
    try {
      expect(await read(server)).toEqual({
        slot_active: 1,
        slot_lag_bytes: 4_096,
        free_bytes: expect.any(Number),
        size_bytes: expect.any(Number),
        wal_age_seconds: Infinity,
        base_age_seconds: Infinity,
        objects_age_seconds: Infinity,
        restore_tested_seconds: Infinity,
      });
      aFile(join(folder, 'postgres/wal/00000001/000000010000000000000003'), 900);
      aFile(join(folder, 'postgres/wal/00000001/000000010000000000000004.partial'), 60);
      aFile(join(folder, 'postgres/base/20261124T000000Z.new'), 1);
      aFile(join(folder, 'postgres/base/20261123T000000Z'), 3_600);
      aFile(join(folder, 'objects/state.json'), 30);
      aFile(join(folder, 'postgres/restore-tested'), 86_400);
      const tens = Object.entries(await read(server)).map(([name, value]) => [name, Math.floor(value / 10)]);
      expect(Object.fromEntries(tens)).toMatchObject({
        wal_age_seconds: 6,
        base_age_seconds: 360,
        objects_age_seconds: 3,
        restore_tested_seconds: 8_640,
      });
    } finally {
      server.close();
    }
  });

  it('show the age of the encrypted copy elsewhere where there is one', async () => {
    const folder = temporaryFolder('copy');
    const server = serveMetrics(
      backupMetrics(folder, () => Promise.resolve(null), true),
      0,
    );
    try {
      expect(await read(server)).toMatchObject({ offsite_age_seconds: Infinity, offsite_base_age_seconds: Infinity });
      aFile(join(folder, 'offsite.json'), 120);
      aFile(join(folder, 'bases-elsewhere'), 3_600);
      const { offsite_age_seconds: age, offsite_base_age_seconds: baseAge } = await read(server);
      expect([age, baseAge].map((one) => Math.floor((one ?? 0) / 10))).toEqual([12, 360]);
    } finally {
      server.close();
    }
  });

  it('show the room on the volume, as the system counts it for users without rights', async () => {
    const folder = temporaryFolder('copy');
    const server = serveMetrics(
      backupMetrics(folder, () => Promise.resolve(null)),
      0,
    );
    try {
      const { free_bytes: free, size_bytes: size } = await read(server);
      const { bavail, blocks, bsize } = statfsSync(folder);
      expect(size).toBe(blocks * bsize);
      // Other processes write meanwhile.
      expect(Math.abs(Number(free) - bavail * bsize)).toBeLessThan(0.05 * blocks * bsize);
    } finally {
      server.close();
    }
  });

  it('show a slot that is missing as disconnected', async () => {
    const server = serveMetrics(
      backupMetrics(temporaryFolder('copy'), () => Promise.resolve(null)),
      0,
    );
    try {
      expect(await read(server)).toMatchObject({ slot_active: 0, slot_lag_bytes: Number.NaN });
    } finally {
      server.close();
    }
  });

  it('know nothing of the slot while the database does not answer', async () => {
    const server = serveMetrics(
      backupMetrics(temporaryFolder('copy'), () => Promise.reject(new Error('connect ECONNREFUSED'))),
      0,
    );
    try {
      expect(await read(server)).toMatchObject({ slot_active: Number.NaN, slot_lag_bytes: Number.NaN });
    } finally {
      server.close();
    }
  });
});
