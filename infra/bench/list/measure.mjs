/** `busy` is the processor time of the page's main thread, in milliseconds. Unlike frames, it does not depend on the load of the machine. */
/** @typedef {{frames: number, busy: number, seconds: number, late: number, worst: number, jumps: number, furthest: number}} Run */

const SECONDS = 8;

/**
 * Runs in the page while the browser scrolls, and measures each frame until it is stopped. A visible message may only move
 * in the direction of the scroll, and no further than it.
 * @param {{speed: number}} how pixels a second; below 0 towards the end
 */
function watch({ speed }) {
  const log = document.querySelector('[role=log]');
  const run = { frames: 0, busy: 0, seconds: 0, late: 0, worst: 0, jumps: 0, furthest: 0 };
  const began = performance.now();
  const state = { isOver: false, run };
  Reflect.set(window, 'scrollRun', state);
  const look = () => {
    const { top = 0, height = 0 } = log?.getBoundingClientRect() ?? {};
    const found = [...(log?.querySelectorAll('[data-seq]') ?? [])].find(
      (one) => one.getBoundingClientRect().bottom > top + height / 2,
    );
    return found && { seq: found.getAttribute('data-seq'), top: found.getBoundingClientRect().top };
  };
  let [last, before] = [began, look()];
  const frame = (/** @type {number} */ now) => {
    const [passed, place] = [now - last, before];
    last = now;
    run.frames += 1;
    run.worst = Math.max(run.worst, passed);
    if (passed > 25) run.late += 1;
    const same = place && log?.querySelector(`[data-seq="${place.seq}"]`);
    if (same) {
      const moved = (same.getBoundingClientRect().top - place.top) * Math.sign(speed || 1);
      const most = (Math.abs(speed) * (passed + 34)) / 1000 + 4;
      const tooFar = Math.max(-moved - 2, moved - most);
      if (tooFar > 0) run.jumps += 1;
      run.furthest = Math.max(run.furthest, tooFar);
    }
    before = look();
    run.seconds = (now - began) / 1000;
    if (!state.isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Scrolls the list for some seconds by the browser's own wheel input. At speed 0 it only waits. @param {import('@playwright/test').Page} page @param {{speed: number, seconds?: number}} how @returns {Promise<Run>} */
async function scroll(page, { speed, seconds = SECONDS }) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    1_000 *
    (await session.send('Performance.getMetrics')).metrics.reduce(
      (sum, { name, value }) => (name === 'TaskDuration' ? value : sum),
      0,
    );
  const before = await busy();
  await page.evaluate(watch, { speed });
  if (speed === 0)
    await page.waitForFunction(
      (/** @type {number} */ least) => Reflect.get(window, 'scrollRun').run.seconds > least,
      seconds,
    );
  else {
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 400,
      yDistance: speed * seconds,
      speed: Math.abs(speed),
      gestureSourceType: 'mouse',
      preventFling: true,
    });
  }
  const spent = (await busy()) - before;
  await session.detach();
  const run = await page.evaluate(() => {
    const state = Reflect.get(window, 'scrollRun');
    state.isOver = true;
    return state.run;
  });
  return { ...run, busy: spent };
}

/** @param {string} what @param {Run} run */
function report(what, { frames, busy, seconds, late, worst, jumps, furthest }) {
  const share = ((100 * late) / frames).toFixed(1);
  console.log(
    `${what.padEnd(44)} ${(frames / seconds).toFixed(1).padStart(6)} frames/s  ${(busy / frames).toFixed(1)} ms of work each  ${String(late).padStart(4)} of ${frames} late (${share}%)  worst ${worst.toFixed(0)} ms  ${jumps} jumps (furthest ${furthest.toFixed(0)} px)`,
  );
}

/** The number of messages that the page has in its document. @param {import('@playwright/test').Page} page */
const drawn = (page) =>
  page.evaluate(() => ({
    rows: document.querySelectorAll('[data-index]').length,
    nodes: document.querySelectorAll('*').length,
    heap: Math.round(Reflect.get(performance, 'memory')?.usedJSHeapSize / 1e6),
  }));

/** @param {import('@playwright/test').Browser} browser @param {{origin: string, session: import('@duet/contracts').AuthResponse, count: number}} of */
export async function measure(browser, { origin, session, count }) {
  const { user, token, refreshToken } = session;
  const stored = JSON.stringify({ user, token, refreshToken, isAuthenticated: true });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'auth-storage', value: stored }] }] },
  });
  const page = await context.newPage();
  const opens = async (/** @type {string} */ path) => {
    const began = performance.now();
    await page.goto(`${origin}${path}`);
    await page.locator('[role=log] [data-seq]').first().waitFor();
    return Math.round(performance.now() - began);
  };
  console.log(`${count} messages`);
  console.log(`opened at the end in ${await opens('/chat')} ms`);
  report('standing still (what this machine can)', await scroll(page, { speed: 0, seconds: 3 }));
  report('up, 1,000 pixels a second, pages loading', await scroll(page, { speed: 1_000 }));
  report('up, 5,000 pixels a second, pages loading', await scroll(page, { speed: 5_000 }));
  report('down again, 5,000 pixels a second', await scroll(page, { speed: -5_000 }));
  console.log(`jumped into the middle in ${await opens(`/chat?seq=${Math.round(count / 2)}`)} ms`);
  report('up from the middle, 3,000 pixels a second', await scroll(page, { speed: 3_000 }));
  report('down from there, 3,000 pixels a second', await scroll(page, { speed: -3_000 }));
  console.log('drawn and in the document:', await drawn(page));
  await context.close();
}
