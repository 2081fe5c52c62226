import { readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Gauge, Registry } from 'prom-client';

/** @typedef {import('./journal.mjs').Slot} Slot */

/** When a file was written last, in milliseconds since the epoch; minus infinity without one. @param {string} path */
function writtenAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
}

/** The newest time of all files and folders in a folder; minus infinity without any. @param {string} folder @param {RegExp} names @param {boolean} [recursive] */
function newestIn(folder, names, recursive = false) {
  if (writtenAt(folder) === -Infinity) return -Infinity;
  const times = readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => names.test(name))
    .map((name) => writtenAt(join(folder, name)));
  return Math.max(-Infinity, ...times);
}

/**
 * The metrics of a copy. The age of a missing file is infinite; a value that cannot be measured, such as the slot while the
 * database does not answer, is NaN.
 * @param {string} folder the copy @param {() => Promise<Slot | null>} readSlot
 * @param {boolean} [isOffsite] whether an encrypted copy elsewhere belongs to it
 */
export function backupMetrics(folder, readSlot, isOffsite = false) {
  const registry = new Registry();
  /** @param {string} name @param {string} help @param {() => number | Promise<number>} measure */
  const gauge = (name, help, measure) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await measure());
      },
    });
  const age = (/** @type {number} */ at) => (Date.now() - at) / 1_000;
  const slot = () =>
    readSlot().then(
      (found) => found ?? { active: false, lag: null },
      () => null,
    );
  const volume = () => statfs(folder).catch(() => null);
  gauge('duet_backup_slot_active', 'Whether the copy of WAL is connected to PostgreSQL', async () =>
    Number((await slot())?.active ?? Number.NaN),
  );
  gauge('duet_backup_slot_lag_bytes', 'WAL that PostgreSQL keeps because it is not copied yet', async () =>
    Number((await slot())?.lag ?? Number.NaN),
  );
  gauge('duet_backup_free_bytes', 'Room that is left on the volume of the copy', async () => {
    const found = await volume();
    return found ? found.bavail * found.bsize : Number.NaN;
  });
  gauge('duet_backup_size_bytes', 'Size of the volume of the copy', async () => {
    const found = await volume();
    return found ? found.blocks * found.bsize : Number.NaN;
  });
  gauge('duet_backup_wal_age_seconds', 'Time since WAL was copied last', () =>
    age(newestIn(join(folder, 'postgres', 'wal'), /[0-9A-F]{24}(\.partial)?$/, true)),
  );
  gauge('duet_backup_base_age_seconds', 'Time since the last complete base backup', () =>
    age(newestIn(join(folder, 'postgres', 'base'), /^\w+Z$/)),
  );
  gauge('duet_backup_objects_age_seconds', 'Time since the copy of objects was complete', () =>
    age(writtenAt(join(folder, 'objects', 'state.json'))),
  );
  gauge('duet_backup_restore_tested_seconds', 'Time since a restore of the copy was tested', () =>
    age(writtenAt(join(folder, 'postgres', 'restore-tested'))),
  );
  if (isOffsite) {
    gauge('duet_backup_offsite_age_seconds', 'Time since WAL and objects were complete in the copy elsewhere', () =>
      age(writtenAt(join(folder, 'offsite.json'))),
    );
    gauge('duet_backup_offsite_base_age_seconds', 'Time since all base backups were in the copy elsewhere', () =>
      age(writtenAt(join(folder, 'bases-elsewhere'))),
    );
  }
  return registry;
}

/** Serves the metrics on /metrics. @param {Registry} registry @param {number} port */
export function serveMetrics(registry, port) {
  return createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (page) => response.writeHead(200, { 'content-type': registry.contentType }).end(page),
      (cause) => response.writeHead(500).end(String(cause)),
    );
  }).listen(port);
}
