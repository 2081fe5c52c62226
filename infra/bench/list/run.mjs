/*
 * How smoothly a conversation of 100,000 messages scrolls: node infra/bench/list/run.mjs [messages]
 * Starts the built product with a stack of its own, or uses the one that E2E_URL and ADMIN_DATABASE_URL name. Prints
 * frames per second while turning the wheel, the share of late frames, and the largest distance that visible messages moved
 * by themselves. The figures hold for one machine: compare them only with others of the same run.
 */
import { mkdtempSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';
import { aCouple } from './couple.mjs';
import { seedConversation } from './seed.mjs';
import { measure } from './measure.mjs';

const COUNT = Number(process.argv[2] ?? 100_000);

async function ownProduct() {
  const dir = mkdtempSync(join(tmpdir(), 'duet-list-'));
  const stores = await startStores({ dir });
  const product = await startProduct({ stores: stores.env, dir, port: await freePort() });
  return {
    origin: product.url,
    adminUrl: stores.env.ADMIN_DATABASE_URL,
    stop: async () => (await product.stop(), await stores.remove()),
  };
}

const { E2E_URL, ADMIN_DATABASE_URL } = process.env;
const { origin, adminUrl, stop } =
  E2E_URL && ADMIN_DATABASE_URL
    ? { origin: E2E_URL, adminUrl: ADMIN_DATABASE_URL, stop: async () => undefined }
    : await ownProduct();

try {
  const { mira, jonas, chatId } = await aCouple(origin);
  await seedConversation(adminUrl, { chatId, people: [mira.user._id, jonas.user._id], count: COUNT });
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await measure(browser, { origin, session: mira, count: COUNT });
  } finally {
    await browser.close();
  }
} finally {
  await stop();
}
