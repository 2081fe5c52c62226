import { Redis } from 'ioredis';
import { freePort } from '../local/ports.mjs';
import { MANY_ADDRESSES, OWN_SITES, startProduct } from '../local/product.mjs';
import { startStores } from '../local/stores.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';

/**
 * The product for suites that kill no process and change no setting. In `npm test` all such suites share one and run at the
 * same time, so each suite registers its own people. Without `npm test` the suite starts its own product.
 * @param {string} name of the suite
 */
export async function useProduct(name) {
  const { url, stores, release } = process.env.TEST_PRODUCT
    ? await sharedProduct(process.env.TEST_PRODUCT)
    : await ownProduct(name);
  const redis = new Redis(stores.REDIS_URL ?? '');
  /** Resets the gateway's rate limits of all people. Realtime counts its sockets in memory. */
  async function clearRateLimits() {
    const counters = await redis.keys('limit:*');
    if (counters.length > 0) await redis.del(counters);
  }
  await clearRateLimits();
  return {
    url,
    stores,
    /** Connects to the product's database as the administrator. */
    adminUrl: Object.assign(new URL(stores.ADMIN_DATABASE_URL ?? ''), { pathname: '/duet' }).href,
    clearRateLimits,
    async release() {
      redis.disconnect();
      await release();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof useProduct>>} UsedProduct */

/** Waits for the shared product, which the first request starts. @param {string} address of the server in infra/local/product-host.mjs, which starts it */
async function sharedProduct(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The shared product did not start: ${await answer.text()}`);
  /** @type {{url: string, stores: Record<string, string>}} */
  const { url, stores } = await answer.json();
  return { url, stores, release: async () => undefined };
}

/** @param {string} name */
async function ownProduct(name) {
  const dir = temporaryFolder(name);
  const stores = await startStores({ dir, flush: false });
  const product = await startProduct({
    stores: stores.env,
    dir,
    port: await freePort(),
    env: { ...MANY_ADDRESSES, ...OWN_SITES },
  });
  return {
    url: product.url,
    stores: stores.env,
    async release() {
      await product.stop();
      await stores.remove();
    },
  };
}
