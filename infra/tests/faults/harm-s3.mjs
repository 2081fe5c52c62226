import { setTimeout as delay } from 'node:timers/promises';
import { MOODS } from './hostile-s3.mjs';

/** The share of object requests that a hostile S3 lets fail: the others show what a failure has left behind. */
const SHARE = 0.5;

/** @param {import('./hostile-s3.mjs').Mood} mood */
const hostile =
  (mood) =>
  async (
    /** @type {import('./scene.mjs').Scene} */ { wires, history },
    /** @type {import('./faults.mjs').Tools} */ { random, short },
  ) => {
    wires.hostile.set(mood, () => random.chance(SHARE));
    await delay(short ? 6_000 : 25_000);
    const struck = wires.hostile.set(null);
    history.write({ kind: 'hostile', mood, struck });
    if (struck === 0) history.violate('the fault happened', `no request met S3 in the mood ${mood}`);
  };

/** An S3 server that answers falsely, by the name of the fault. @type {Record<string, import('./faults.mjs').Harm>} */
export const HOSTILE = Object.fromEntries(MOODS.map((mood) => [`s3-${mood}`, hostile(mood)]));
