/*
 * How smoothly a conversation of 100,000 messages scrolls: node infra/bench/list/run.mjs [messages]
 * Starts the built product with a stack of its own, or uses the one that E2E_URL and ADMIN_DATABASE_URL name. Prints
 * frames per second while turning the wheel, the share of late frames, and the largest distance that visible messages moved
 * by themselves. The figures hold for one machine: compare them only with others of the same run.
 */
import { aCouple } from './couple.mjs';
import { measure } from './measure.mjs';
import { launchBrowser, productToMeasure } from './product.mjs';
import { seedConversation } from './seed.mjs';

const COUNT = Number(process.argv[2] ?? 100_000);
const { origin, adminUrl, stop } = await productToMeasure();

try {
  const { mira, jonas, chatId } = await aCouple(origin);
  await seedConversation(adminUrl, { chatId, people: [mira.user._id, jonas.user._id], count: COUNT });
  const browser = await launchBrowser();
  try {
    await measure(browser, { origin, session: mira, count: COUNT });
  } finally {
    await browser.close();
  }
} finally {
  await stop();
}
