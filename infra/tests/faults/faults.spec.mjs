import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lackOfVolumes } from '../../local/stores/volumes.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { CONTROLS } from './faults.mjs';
import { createRandom } from './random.mjs';
import { openScene } from './scene.mjs';
import { endureControl, endureFault } from './session.mjs';

/*
 * A few of the fault runs; `npm run faults` runs all. One loses the acknowledgement of a committed message, one stops
 * the bus, two cut the power of the database and fill its disk. Then the checks must detect a product that ignores client
 * message ids.
 */

const SETTINGS = { random: createRandom(20_261_121), rate: 3, messages: 60, sample: 1, short: true };

const lack = await lackOfVolumes();
if (lack) console.warn(`Skips the faults of volumes: ${lack}`);

/** @type {import('./scene.mjs').Scene} */
let scene;

beforeAll(async () => {
  scene = await openScene({
    dir: temporaryFolder('faults'),
    couples: 3,
    say: () => undefined,
    onVolumes: lack === null,
  });
}, 240_000);

afterAll(async () => {
  await scene?.close();
  await scene?.remove();
}, 60_000);

describe('an acknowledged message', () => {
  /** @param {string} name */
  async function isStored(name) {
    const { violations, acknowledged } = await endureFault(scene, name, SETTINGS);
    expect(violations).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(SETTINGS.messages);
  }

  it.each(['kill-after-commit', 'restart-nats'])('is stored once and in order: %s', isStored, 240_000);

  (lack ? it.skip : it).each(['cut-postgres', 'full-postgres'])('is stored once and in order: %s', isStored, 240_000);

  it('is reported as duplicated when client message ids are ignored', async () => {
    const control = CONTROLS['ids-ignored'];
    const { violations } = await endureControl(scene, 'ids-ignored', control, SETTINGS);
    expect(violations.map(({ property }) => property)).toContain(control.breaks);
  }, 240_000);
});
