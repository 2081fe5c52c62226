/*
 * Preloaded by processes that a benchmark profiles: a signal starts V8's profiler, the next one stops it and leaves the
 * profile where `profileOf` looks for it.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { PROFILE_SIGNAL, profileOf } from './profile.mjs';

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
  const file = profileOf(process.pid);
  // Under another name first, so that a file of this name is whole.
  writeFileSync(`${file}.part`, JSON.stringify(profile));
  renameSync(`${file}.part`, file);
}

process.on(PROFILE_SIGNAL, () => void (session ? end(session) : begin()));
