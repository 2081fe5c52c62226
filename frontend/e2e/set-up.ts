import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@duet/infra/ports';
import { MANY_ADDRESSES, OWN_SITES, startProduct } from '@duet/infra/product';
import { startStores } from '@duet/infra/stores';

/** Starts the product with two replicas of realtime and messaging, unless `npm test` has already started it. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL']) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'duet-e2e-'));
  const clock = join(dir, 'clock');
  writeFileSync(clock, '0');
  const stores = await startStores({ dir, flush: false });
  const product = await startProduct({
    stores: stores.env,
    dir,
    port: await freePort(),
    replicas: { realtime: 2, messaging: 2 },
    env: { ...MANY_ADDRESSES, ...OWN_SITES, DUET_TEST_CLOCK: clock },
  });
  process.env['E2E_URL'] = product.url;
  process.env['E2E_REALTIME_2_URL'] = product.processes['realtime-2']?.url ?? '';
  process.env['E2E_DATABASE_URL'] = stores.env['ADMIN_DATABASE_URL'] ?? '';
  process.env['E2E_MAIL'] = stores.env['MAIL_PAGE'] ?? '';
  process.env['E2E_OWN_SITES'] = 'yes';
  process.env['E2E_CLOCK'] = clock;
  process.env['E2E_RUN_DIR'] = join(dir, 'run');
  return async () => {
    await product.stop();
    await stores.remove();
  };
}
