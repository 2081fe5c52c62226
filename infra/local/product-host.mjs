import { once } from 'node:events';
import { createServer } from 'node:http';
import { explain } from './failure.mjs';
import { freePort } from './ports.mjs';
import { MANY_ADDRESSES, OWN_SITES, startProduct } from './product.mjs';

/**
 * Starts one product for all suites at the first request, and answers with its address (`useProduct` in
 * infra/tests/running-product.mjs requests it). Jest's workers are processes, so they share it over HTTP.
 * @param {{dir: string, stores: import('./stores.mjs').Stores, log: (line: string) => void, signal: AbortSignal}} options
 */
export async function hostProduct({ dir, stores, log, signal }) {
  /** @type {Promise<import('./product.mjs').Product> | undefined} */
  let starting;
  const start = async () =>
    startProduct({
      stores: stores.env,
      dir,
      port: await freePort(),
      env: { ...MANY_ADDRESSES, ...OWN_SITES },
      log,
      signal,
    });
  const server = createServer(async (_request, response) => {
    try {
      starting ??= start();
      const { url } = await starting;
      response.end(JSON.stringify({ url, stores: stores.env }));
    } catch (cause) {
      response.writeHead(500).end(explain(cause));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      await starting?.then(
        (product) => product.stop(),
        () => undefined,
      );
    },
  };
}
