import { createHostileS3 } from './hostile-s3.mjs';
import { createProxy } from './proxy.mjs';

/** The stores of the processes, with the variables of `startStores` that contain their addresses. */
export const STORES = {
  postgres: 'ADMIN_DATABASE_URL',
  nats: 'NATS_URL',
  redis: 'REDIS_URL',
  s3: 'S3_ENDPOINT',
  smtp: 'SMTP_URL',
};

/** Addresses that name no store: the origin that people type, and our own processes. */
const NO_STORE = ['APP_ORIGIN', 'MEDIA_URL', 'REALTIME_URL'];

/** @param {string | undefined} text */
const hostOf = (text) => (text && URL.canParse(text) ? new URL(text).host : '');

/**
 * A proxy in front of every store, for all processes at once. S3 has a second one behind it, which can answer falsely.
 * @param {NodeJS.ProcessEnv} stores the `env` of `startStores`
 */
export async function createWires(stores) {
  const hostile = await createHostileS3(String(stores.S3_ENDPOINT));
  const made = Object.entries(STORES).map(async ([name, variable]) => {
    const target = name === 's3' ? hostile.url : String(stores[variable]);
    return [name, await createProxy(target)];
  });
  const proxies = /** @type {Record<keyof typeof STORES, import('./proxy.mjs').Proxy>} */ (
    Object.fromEntries(await Promise.all(made))
  );
  return {
    ...proxies,
    hostile,
    /**
     * Leads every store address in the environment of a process through its proxy, whichever variable has it.
     * @param {NodeJS.ProcessEnv} env
     * @returns {{led: Record<string, string>, unknown: string[]}} the changed variables, and those with another address
     */
    lead(env) {
      /** @type {Record<string, string>} */
      const led = {};
      const unknown = [];
      for (const [name, value] of Object.entries(env)) {
        if (hostOf(value) === '' || NO_STORE.includes(name)) continue;
        const found = Object.entries(STORES).find(([, variable]) => hostOf(stores[variable]) === hostOf(value));
        if (found) led[name] = proxies[/** @type {keyof typeof STORES} */ (found[0])].instead(String(value));
        else unknown.push(name);
      }
      return { led, unknown };
    },
    async close() {
      await Promise.all([...Object.values(proxies), hostile].map((one) => one.close()));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof createWires>>} Wires */
