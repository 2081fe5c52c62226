/*
 * `npm run pictures` photographs the demo couple's screens in the running product for the README: docs/pictures.
 * It needs `npm start` and `npm run demo`, and a font with emoji. Nothing in it is drawn by hand, so the pictures show what exists.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserVariables } from '../local/browser.mjs';
import { url } from '../local/demo-api.mjs';
import { PASSWORD, PEOPLE } from '../local/demo-story.mjs';
import { ROOT } from '../local/places.mjs';
import { createProgress } from '../local/progress.mjs';

const FOLDER = join(ROOT, 'docs', 'pictures');

/** @typedef {'light' | 'dark'} Scheme @typedef {{path: string, opens?: string, scheme: Scheme, isPhone?: boolean}} Shot */

/** Each picture shows a wide screen and a phone. `opens` presses the first link of this kind. @type {Record<string, [Shot, Shot]>} */
const PICTURES = {
  duet: [
    { path: '/dashboard', scheme: 'light' },
    { path: '/chat', scheme: 'dark', isPhone: true },
  ],
  memories: [
    { path: '/memories', scheme: 'dark' },
    { path: '/memories', opens: 'h3 a[href^="/memories/"]', scheme: 'light', isPhone: true },
  ],
  challenges: [
    { path: '/challenges', opens: 'h3 a', scheme: 'light' },
    { path: '/challenges?tab=goals', opens: 'h3 a', scheme: 'dark', isPhone: true },
  ],
  together: [
    { path: '/challenges?tab=stories', opens: 'li a', scheme: 'dark' },
    { path: '/partner', scheme: 'light', isPhone: true },
  ],
};

const WIDE = { width: 1180, height: 760 };
const PHONE = { width: 390, height: 780 };

/** @param {import('@playwright/test').Browser} browser @param {Shot} shot */
async function photograph(browser, { path, opens, scheme, isPhone = false }) {
  const context = await browser.newContext({
    viewport: isPhone ? PHONE : WIDE,
    deviceScaleFactor: 1.5,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(PEOPLE.mira.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.goto(url + path);
  if (opens) await page.locator('main').locator(opens).first().click();
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot({ animations: 'disabled' });
  await context.close();
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** Both screens on one sheet, the phone before the lower corner of the other. @param {import('@playwright/test').Browser} browser @param {[string, string]} screens @param {string} file */
async function compose(browser, [wide, phone], file) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  await page.setContent(`
    <style>
      body { margin: 0; inline-size: 1280px; block-size: 760px; position: relative; background: #efe4e6; }
      img { position: absolute; display: block; border-radius: 14px; box-shadow: 0 12px 40px rgb(37 23 38 / 28%); }
      .wide { inline-size: 1040px; inset: 40px auto auto 40px; }
      .phone { block-size: 640px; inset: auto 40px 40px auto; border-radius: 30px; border: 7px solid #251726; }
    </style>
    <img class="wide" src="${wide}" alt=""><img class="phone" src="${phone}" alt="">`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.screenshot({ path: file });
  await page.close();
}

const progress = createProgress();
const { CHROMIUM_PATH: executablePath } = await browserVariables(progress);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, [wide, phone]] of Object.entries(PICTURES)) {
    const screens = /** @type {[string, string]} */ ([
      await photograph(browser, wide),
      await photograph(browser, phone),
    ]);
    await compose(browser, screens, join(FOLDER, `${name}.png`));
    progress.say(`docs/pictures/${name}.png`);
  }
} finally {
  await browser.close();
}
