import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { CONTROLS } from './faults.mjs';
import { createRandom } from './random.mjs';
import { openScene } from './scene.mjs';
import { endureControl, endureFault } from './session.mjs';

/*
 * A few of the fault runs; `npm run faults` runs all. One loses the acknowledgement of a committed message, one stops
 * the bus. Then the checks must detect a product that ignores client message ids.
 */

const SETTINGS = { random: createRandom(20_261_121), rate: 3, messages: 60, sample: 1, short: true };

/** @type {import('./scene.mjs').Scene} */
let scene;

beforeAll(async () => {
  scene = await openScene({ dir: temporaryFolder('faults'), couples: 3, say: () => undefined });
}, 120_000);

afterAll(async () => {
  await scene?.close();
  await scene?.remove();
}, 60_000);

describe('an acknowledged message', () => {
  it.each(['kill-after-commit', 'restart-nats'])(
    'is stored once and in order: %s',
    async (name) => {
      const { violations, acknowledged } = await endureFault(scene, name, SETTINGS);
      expect(violations).toEqual([]);
      expect(acknowledged).toBeGreaterThanOrEqual(SETTINGS.messages);
    },
    120_000,
  );

  it('is reported as duplicated when client message ids are ignored', async () => {
    const control = CONTROLS['ids-ignored'];
    const { violations } = await endureControl(scene, 'ids-ignored', control, SETTINGS);
    expect(violations.map(({ property }) => property)).toContain(control.breaks);
  }, 120_000);
});
