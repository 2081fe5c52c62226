/*
 * Preloaded by processes that a benchmark profiles: a signal starts V8's profiler, the next one stops it and leaves the
 * profile in the folder `BENCH_PROFILES`, named by the process.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { PROFILE_SIGNAL } from './profile.mjs';

/** @type {Session | null} */
let session = null;

async function begin() {
  session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
}

/** @param {Session} running */
async function end(running) {
  session = null;
  const { profile } = await running.post('Profiler.stop');
  running.disconnect();
  const file = join(String(process.env.BENCH_PROFILES), `${process.pid}.cpuprofile`);
  // Under another name first, so that a file of this name is whole.
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
}

process.on(PROFILE_SIGNAL, () => void (session ? end(session) : begin()));
