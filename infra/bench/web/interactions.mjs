import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { aCouple } from '../list/couple.mjs';
import { seedConversation } from '../list/seed.mjs';

const MESSAGES = 2_000;
const SLOWER = 4;
/** Milliseconds between two messages of the partner: a connection may send 50 events in 10 seconds. */
const PAUSE = 205;
const TEXT = 'Shall we meet at the station tonight?';
const ROUNDS = 3;

/** @typedef {{name: string, duration: number}} Interaction */

/** Notes the time from each press, key or click to the next paint; runs in the page. */
function watchInteractions() {
  /** @type {Map<number, Interaction>} */
  const seen = new Map();
  Reflect.set(window, 'interactions', seen);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const id = Reflect.get(entry, 'interactionId');
      if (id && entry.duration > (seen.get(id)?.duration ?? 0))
        seen.set(id, { name: entry.name, duration: entry.duration });
    }
  }).observe({ type: 'event', buffered: true, ...{ durationThreshold: 16 } });
}

/** The interactions since the last call; those below 16 ms are not reported by the browser. @param {import('@playwright/test').Page} page @returns {Promise<Interaction[]>} */
const takeInteractions = (page) =>
  page.evaluate(() => {
    const seen = Reflect.get(window, 'interactions');
    const found = [...seen.values()];
    seen.clear();
    return found;
  });

/** Two painted frames: the observer has received what came before them. @param {import('@playwright/test').Page} page */
const painted = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Sends a message five times a second until it is stopped. @param {string} origin @param {string} token */
async function sendSteadily(origin, token) {
  const socket = io(origin, { auth: { token }, transports: ['websocket'], forceNew: true });
  await new Promise((resolve, reject) => {
    socket.once('authenticated', resolve);
    socket.once('connect_error', reject);
    socket.once('authentication_error', reject);
  });
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    socket.emit(
      'send_message',
      { content: `Number ${count}, on my way`, clientMessageId: randomUUID() },
      () => undefined,
    );
  }, PAUSE);
  return () => (clearInterval(timer), socket.close(), count);
}

/** @param {string} what @param {Interaction[]} found @param {number} presses */
function row(what, found, presses) {
  const durations = found.map(({ duration }) => duration).toSorted((one, other) => one - other);
  return {
    interaction: what,
    presses,
    'above 16 ms': durations.length,
    'median of these': durations[Math.floor(durations.length / 2)] ?? 0,
    'worst ms': durations.at(-1) ?? 0,
  };
}

/**
 * The time from an interaction to the next paint in an open chat, on a processor four times slower, while the partner sends
 * five messages a second: somebody writes, and opens and closes the menu of the conversation. The worst counts (INP).
 * @param {import('@playwright/test').Browser} browser @param {{origin: string, adminUrl: string}} product
 */
export async function measureInteractions(browser, { origin, adminUrl }) {
  const { mira, jonas, chatId } = await aCouple(origin);
  await seedConversation(adminUrl, { chatId, people: [mira.user._id, jonas.user._id], count: MESSAGES });
  const { user, token, refreshToken } = mira;
  const stored = JSON.stringify({ user, token, refreshToken, isAuthenticated: true });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'auth-storage', value: stored }] }] },
  });
  await context.addInitScript(watchInteractions);
  const page = await context.newPage();
  await page.goto(`${origin}/chat`, { waitUntil: 'networkidle' });
  const field = page.getByRole('textbox', { name: 'Message Jonas' });
  await field.waitFor();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const stopSending = await sendSteadily(origin, jonas.token);
  await page.getByRole('log').getByText('Number 1, on my way').waitFor();
  await field.focus();
  await takeInteractions(page);
  /** @type {Interaction[]} */
  const typed = [];
  /** @type {Interaction[]} */
  const opened = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await field.pressSequentially(TEXT, { delay: 60 });
    await painted(page);
    typed.push(...(await takeInteractions(page)));
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await painted(page);
    opened.push(...(await takeInteractions(page)));
    await field.fill('');
  }
  const received = stopSending();
  await context.close();
  console.log(`${received} messages arrived meanwhile`);
  console.table([row('a key in the text', typed, ROUNDS * TEXT.length), row('the menu', opened, ROUNDS * 2)]);
}
