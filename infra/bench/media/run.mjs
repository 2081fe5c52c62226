/*
 * Measures the memory of media during concurrent uploads: `node infra/bench/media/run.mjs`. It starts the whole
 * product on stores of its own, sends 1, 10 and 50 uploads side by side, and prints the peak of the media process's
 * resident memory above its level before, and its ratio to a single upload. Uploads are streamed, so the peak should hardly grow.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../local/eventually.mjs';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';
import { aCouple } from '../list/couple.mjs';

const PARALLEL = [1, 10, 50];

/** Each person may have twelve uploads under way. */
const COUPLES = 3;

const FILE = randomBytes(10 * 1024 * 1024);

/** @typedef {{uploads: number, seconds: number, stored: number, refused: number[], before: number, peak: number}} Measured */

/** @param {number} pid @param {'VmHWM' | 'VmRSS'} name @returns {number} megabytes */
const memory = (pid, name) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024;

/** @param {string} url @param {string} token */
async function send(url, token) {
  const body = new FormData();
  body.append('files', new Blob([FILE]), 'noise.bin');
  const answer = await fetch(`${url}/api/messages/upload`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

/** @param {string} url @param {string[]} tokens of the people who upload in turn @param {number} pid @param {number} uploads @returns {Promise<Measured>} */
async function measure(url, tokens, pid, uploads) {
  const before = memory(pid, 'VmRSS');
  // Resets the peak that the kernel has recorded.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: uploads }, (_, index) => send(url, tokens[index % tokens.length] ?? '')),
  );
  const refused = statuses.filter((status) => status !== 201);
  return {
    uploads,
    seconds: (performance.now() - began) / 1_000,
    stored: uploads - refused.length,
    refused,
    before,
    peak: memory(pid, 'VmHWM'),
  };
}

async function main() {
  if (process.platform !== 'linux') throw new Error('The peak of a process is read from /proc: this needs Linux.');
  const dir = mkdtempSync(join(tmpdir(), 'duet-bench-media-'));
  const stores = await startStores({ dir });
  const product = await startProduct({ stores: stores.env, dir, port: await freePort() }).catch(async (cause) => {
    await stores.remove();
    throw cause;
  });
  try {
    const couples = await Promise.all(Array.from({ length: COUPLES }, () => aCouple(product.url)));
    const tokens = couples.flatMap(({ mira, jonas }) => [mira.token, jonas.token]);
    const { pid } = JSON.parse(readFileSync(product.processes.media.pidFile, 'utf8'));
    // The first upload loads code and opens connections, so it is not measured. Media has to know the couple first.
    for (const token of tokens)
      await until('an upload is stored', async () => (await send(product.url, token)) === 201);
    const rows = [];
    for (const uploads of PARALLEL) rows.push(await measure(product.url, tokens, pid, uploads));
    const single = rows[0]?.peak ?? 1;
    for (const { uploads, seconds, stored, refused, before, peak } of rows) {
      process.stdout.write(
        `${String(uploads).padStart(3)} uploads of 10 MB: ${stored} stored, ${refused.length} refused${refused.length > 0 ? ` (${[...new Set(refused)].join(', ')})` : ''} in ${seconds.toFixed(1)} s; resident ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at the peak, ratio to one upload ${(peak / single).toFixed(2)}\n`,
      );
    }
  } finally {
    await product.stop();
    await stores.remove();
    rmSync(dir, { recursive: true, force: true });
  }
}

await main();
