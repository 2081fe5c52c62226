/** @typedef {{frames: number, seconds: number, late: number, worst: number, jumps: number, furthest: number}} Run */

const SECONDS = 10;

/** Runs in the page: turns the wheel by so many pixels per frame, and watches each frame. @param {{pixels: number, seconds: number}} how @returns {Promise<Run>} */
async function turn({ pixels, seconds }) {
  const log = document.querySelector('[role=log]');
  if (!log) throw new Error('no list');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  /** A message in the middle of the screen, and where it is. */
  const look = () => {
    const { top, height } = log.getBoundingClientRect();
    const found = [...log.querySelectorAll('[data-seq]')].find((one) => one.getBoundingClientRect().bottom > top + height / 2);
    return found && { seq: found.getAttribute('data-seq'), top: found.getBoundingClientRect().top };
  };
  const run = { frames: 0, seconds: 0, late: 0, worst: 0, jumps: 0, furthest: 0 };
  const began = performance.now();
  let last = Number(await frame());
  while (performance.now() - began < seconds * 1000) {
    const before = look();
    log.scrollTop -= pixels;
    const now = Number(await frame());
    run.frames += 1;
    run.worst = Math.max(run.worst, now - last);
    if (now - last > 25) run.late += 1;
    last = now;
    const after = before && log.querySelector(`[data-seq="${before.seq}"]`);
    if (!before || !after) continue;
    // What was turned moves everything by as much; anything else is a jump.
    const moved = Math.abs(after.getBoundingClientRect().top - before.top - pixels);
    if (moved > 3 && log.scrollTop > 0) {
      run.jumps += 1;
      run.furthest = Math.max(run.furthest, moved);
    }
  }
  run.seconds = (performance.now() - began) / 1000;
  return run;
}

/** @param {string} what @param {Run} run */
function tell(what, { frames, seconds, late, worst, jumps, furthest }) {
  const share = ((100 * late) / frames).toFixed(1);
  console.log(`${what.padEnd(44)} ${(frames / seconds).toFixed(1).padStart(6)} frames/s  ${String(late).padStart(4)} of ${frames} late (${share}%)  worst ${worst.toFixed(0)} ms  ${jumps} jumps (furthest ${furthest.toFixed(0)} px)`);
}

/** How many messages the page has drawn and holds. @param {import('@playwright/test').Page} page */
const drawn = (page) => page.evaluate(() => ({ rows: document.querySelectorAll('[data-index]').length, nodes: document.querySelectorAll('*').length, heap: Math.round(Reflect.get(performance, 'memory')?.usedJSHeapSize / 1e6) }));

/** @param {import('@playwright/test').Browser} browser @param {{origin: string, session: any, count: number}} of */
export async function measure(browser, { origin, session, count }) {
  const { user, token, refreshToken } = session;
  const stored = JSON.stringify({ user, token, refreshToken, isAuthenticated: true });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'auth-storage', value: stored }] }] } });
  const page = await context.newPage();
  const opens = async (/** @type {string} */ path) => {
    const began = performance.now();
    await page.goto(`${origin}${path}`);
    await page.locator('[role=log] [data-seq]').first().waitFor();
    return Math.round(performance.now() - began);
  };
  console.log(`${count} messages`);
  console.log(`opened at the end in ${await opens('/chat')} ms`);
  const idle = await page.evaluate(turn, { pixels: 0, seconds: 3 });
  tell('standing still (what this machine can)', idle);
  tell('up, 20 pixels a frame, pages loading', await page.evaluate(turn, { pixels: 20, seconds: SECONDS }));
  tell('up, 100 pixels a frame, pages loading', await page.evaluate(turn, { pixels: 100, seconds: SECONDS }));
  tell('down again, 100 pixels a frame', await page.evaluate(turn, { pixels: -100, seconds: SECONDS }));
  console.log(`jumped into the middle in ${await opens(`/chat?seq=${Math.round(count / 2)}`)} ms`);
  tell('up from the middle, 60 pixels a frame', await page.evaluate(turn, { pixels: 60, seconds: SECONDS }));
  tell('down from there, 60 pixels a frame', await page.evaluate(turn, { pixels: -60, seconds: SECONDS }));
  console.log('drawn and held:', await drawn(page));
  await context.close();
}
