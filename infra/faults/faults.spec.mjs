import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { CONTROLS } from './faults.mjs';
import { createRandom } from './random.mjs';
import { openScene } from './scene.mjs';
import { endureControl, endureFault } from './session.mjs';

/*
 * A taste of the fault runs (`node infra/faults/run.mjs` is the whole meal): a message that is committed and whose sender
 * never hears of it, a bus that goes away; and then a product that ignores client message ids, which must be found out.
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

describe('what was acknowledged', () => {
  it.each(['kill-after-commit', 'restart-nats'])('is there once and in order: %s', async (name) => {
    const { violations, acknowledged } = await endureFault(scene, name, SETTINGS);
    expect(violations).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(SETTINGS.messages);
  }, 120_000);

  it('would be found doubled if client message ids were ignored', async () => {
    const control = CONTROLS['ids-ignored'];
    const { violations } = await endureControl(scene, 'ids-ignored', control, SETTINGS);
    expect(violations.map(({ property }) => property)).toContain(control.breaks);
  }, 120_000);
});
