/*
 * How heavy each page is, and how still it stands while it loads: node infra/bench/web/run.mjs
 * Starts the built product with a stack of its own, or uses the one that E2E_URL and ADMIN_DATABASE_URL name. The JavaScript
 * of the build is counted from its manifest and compared with what a phone-sized browser received. The shift is the sum that
 * the browser reports (CLS), the paint its largest one; both hold for one machine.
 */
import { aCouple } from '../list/couple.mjs';
import { launchBrowser, productToMeasure } from '../list/product.mjs';
import { weights } from './weights.mjs';

/** The sum of all layout shifts so far and the time of the largest paint; runs in the page. */
function watchLoading() {
  const seen = { shift: 0, paint: 0 };
  Reflect.set(window, 'loading', seen);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') !== true) seen.shift += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** What the page has loaded until now; runs in the page. */
const readLoading = () => ({
  ...Reflect.get(window, 'loading'),
  scripts: performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, entry) => sum + Reflect.get(entry, 'encodedBodySize'), 0),
});

/** @param {import('@playwright/test').Browser} browser @param {string} origin @param {object | null} session @param {string} path */
async function open(browser, origin, session, path) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(watchLoading);
  if (session)
    await context.addInitScript(
      (value) => localStorage.setItem('auth-storage', value),
      JSON.stringify({ ...session, isAuthenticated: true }),
    );
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const found = await page.evaluate(readLoading);
  await context.close();
  return found;
}

const { origin, stop } = await productToMeasure();
try {
  const { mira, jonas } = await aCouple(origin);
  // A page uses up the refresh token of its session.
  const sessions = [mira, jonas].map(({ user, token, refreshToken }) => ({ user, token, refreshToken }));
  const browser = await launchBrowser();
  try {
    const rows = [];
    for (const { name, path, needsSession, budget, bytes, files } of weights()) {
      const { scripts, shift, paint } = await open(
        browser,
        origin,
        needsSession ? (sessions.pop() ?? null) : null,
        path,
      );
      rows.push({
        page: name,
        'budget kB': budget,
        'JavaScript kB': Math.round(bytes / 100) / 10,
        files,
        'received kB': Math.round(scripts / 100) / 10,
        shift: Number(shift.toFixed(3)),
        'paint ms': Math.round(paint),
      });
    }
    console.table(rows);
  } finally {
    await browser.close();
  }
} finally {
  await stop();
}
