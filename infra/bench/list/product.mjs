import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';

async function ownProduct() {
  const dir = mkdtempSync(join(tmpdir(), 'duet-bench-'));
  const stores = await startStores({ dir });
  const product = await startProduct({ stores: stores.env, dir, port: await freePort() });
  return {
    origin: product.url,
    adminUrl: stores.env.ADMIN_DATABASE_URL,
    stop: async () => (await product.stop(), await stores.remove()),
  };
}

/** The product that E2E_URL and ADMIN_DATABASE_URL name, or one of our own. */
export async function productToMeasure() {
  const { E2E_URL, ADMIN_DATABASE_URL } = process.env;
  return E2E_URL && ADMIN_DATABASE_URL
    ? { origin: E2E_URL, adminUrl: ADMIN_DATABASE_URL, stop: async () => undefined }
    : ownProduct();
}

function launchOptions() {
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);
  return { executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] };
}

export const launchBrowser = () => chromium.launch(launchOptions());

/** A browser with one profile, which another program may drive too. @param {string} directory of the profile @param {number} port where the browser listens */
export function launchProfile(directory, port) {
  const { executablePath, args } = launchOptions();
  return chromium.launchPersistentContext(directory, {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  });
}
