/*
 * Lighthouse's scores of Duet on a phone: node infra/bench/lighthouse/run.mjs [--rounds n]
 * Starts the built product with a stack of its own, or uses the one that E2E_URL and ADMIN_DATABASE_URL name. Prints the
 * best of some rounds, three unless told, because a busy machine makes every page slower, and what a page lost points for.
 * Lighthouse computes the speed of a slow phone from what it observed here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { freePort } from '../../local/ports.mjs';
import { aCouple } from '../list/couple.mjs';
import { launchProfile, productToMeasure } from '../list/product.mjs';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

/** In milliseconds, except the shift. */
const FIGURES = {
  'first paint': 'first-contentful-paint',
  'largest paint': 'largest-contentful-paint',
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
};

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });

/** @typedef {import('lighthouse').Result} Result */

/** @param {Result} result @param {string} category */
const score = (result, category) => Math.round(100 * (result.categories[category]?.score ?? 0));

/** The titles of what cost a page points. @param {Result} result */
const faults = (result) =>
  Object.values(result.categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter((one) => one.weight > 0 && (result.audits[one.id]?.score ?? 1) < 0.9)
      .map((one) => `${id}: ${result.audits[one.id]?.title} (${result.audits[one.id]?.displayValue ?? 'failed'})`),
  );

/** @param {string} url @param {number} port of the browser */
async function best(url, port) {
  /** @type {Result[]} */
  const results = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const run = await lighthouse(url, {
      port,
      onlyCategories: CATEGORIES,
      disableStorageReset: true,
      logLevel: 'error',
    });
    if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? `${url} was not measured`);
    results.push(run.lhr);
  }
  const [first] = results.toSorted((one, other) => score(other, 'performance') - score(one, 'performance'));
  if (!first) throw new Error('--rounds needs a number above 0');
  return first;
}

const { origin, stop } = await productToMeasure();
const profile = mkdtempSync(join(tmpdir(), 'duet-lighthouse-'));
try {
  const { mira } = await aCouple(origin);
  const port = await freePort();
  const browser = await launchProfile(profile, port);
  try {
    const rows = [];
    const found = [];
    for (const [name, path] of Object.entries({ landing: '/', 'sign-in': '/login', chat: '/chat' })) {
      if (name === 'chat') {
        const page = await browser.newPage();
        await page.goto(`${origin}/privacy`);
        const { user, token, refreshToken } = mira;
        await page.evaluate(
          (stored) => localStorage.setItem('auth-storage', stored),
          JSON.stringify({ user, token, refreshToken, isAuthenticated: true }),
        );
        await page.close();
      }
      const result = await best(origin + path, port);
      rows.push({
        page: name,
        ...Object.fromEntries(CATEGORIES.map((category) => [category, score(result, category)])),
        ...Object.fromEntries(
          Object.entries(FIGURES).map(([label, id]) => [
            label,
            Number((result.audits[id]?.numericValue ?? 0).toFixed(3)),
          ]),
        ),
      });
      found.push(...faults(result).map((fault) => `${name}, ${fault}`));
    }
    console.table(rows);
    for (const fault of found) console.log(fault);
  } finally {
    await browser.close();
  }
} finally {
  rmSync(profile, { recursive: true, force: true });
  await stop();
}
