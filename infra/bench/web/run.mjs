/*
 * How heavy each page is, and how still it stands while it loads: node infra/bench/web/run.mjs
 * Starts the built product with a stack of its own, or uses the one that E2E_URL and ADMIN_DATABASE_URL name. The JavaScript
 * of the build is counted from its manifest: what a page needs before it can be used. The browser also receives what loads
 * after that, such as dialogs. The shift is the sum that the browser reports (CLS) on a phone and, with a full cache, on a
 * desktop; the paint is the phone's largest one. Last comes the time from an interaction to the next paint. All times hold
 * for one machine.
 */
import { aCouple } from '../list/couple.mjs';
import { launchBrowser, productToMeasure } from '../list/product.mjs';
import { measureInteractions } from './interactions.mjs';
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

/** The files that the page has loaded until now; runs in the page. */
const readLoading = () => ({
  ...Reflect.get(window, 'loading'),
  scripts: performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, entry) => sum + Reflect.get(entry, 'encodedBodySize'), 0),
});

/** The screens on which a page must stand still. */
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1_280, height: 800 };

/** @param {import('@playwright/test').BrowserContext} context @param {string} url @param {typeof PHONE} viewport */
async function open(context, url, viewport) {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await page.goto(url);
  // A busy browser may evaluate the entrance for so long that the network is idle before the page has begun to load.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const found = await page.evaluate(readLoading);
  await page.close();
  return found;
}

/** A context whose first page finds the session. @param {import('@playwright/test').Browser} browser @param {object | null} session */
async function contextOf(browser, session) {
  const context = await browser.newContext();
  await context.addInitScript(watchLoading);
  if (session)
    await context.addInitScript(
      (value) => void (localStorage.getItem('auth-storage') ?? localStorage.setItem('auth-storage', value)),
      JSON.stringify({ ...session, isAuthenticated: true }),
    );
  return context;
}

const { origin, adminUrl, stop } = await productToMeasure();
try {
  const { mira, jonas } = await aCouple(origin);
  // A page uses up the refresh token of its session.
  const sessions = [mira, jonas].map(({ user, token, refreshToken }) => ({ user, token, refreshToken }));
  const browser = await launchBrowser();
  try {
    const rows = [];
    for (const { name, path, needsSession, budget, bytes, files } of weights()) {
      const context = await contextOf(browser, needsSession ? (sessions.pop() ?? null) : null);
      const { scripts, shift, paint } = await open(context, origin + path, PHONE);
      const { shift: shiftOnDesktop } = await open(context, origin + path, DESKTOP);
      await context.close();
      rows.push({
        page: name,
        'budget kB': budget,
        'JavaScript kB': Math.round(bytes / 100) / 10,
        files,
        'received kB': Math.round(scripts / 100) / 10,
        'shift 390': Number(shift.toFixed(3)),
        'shift 1280': Number(shiftOnDesktop.toFixed(3)),
        'paint ms': Math.round(paint),
      });
    }
    console.table(rows);
    await measureInteractions(browser, { origin, adminUrl });
  } finally {
    await browser.close();
  }
} finally {
  await stop();
}
