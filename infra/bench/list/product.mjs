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

export function launchBrowser() {
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
