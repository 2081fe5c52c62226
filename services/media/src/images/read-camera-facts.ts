import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LIMITS } from '@duet/contracts';
import { type CameraFacts, LONGEST_EXIF } from './camera-facts.js';

/** The program beside this file as the build left it, also when this file itself runs from its source. */
const PROGRAM = fileURLToPath(new URL('../../dist/images/camera-facts-worker.js', import.meta.url));

/** As long as the picture itself may take; an honest block is read in a millisecond. */
const PATIENCE = LIMITS.imageSeconds * 1_000;
const MEGABYTES = 64;

/**
 * What may be kept of a picture's EXIF block. Strangers made it, and few bytes can claim to be much: whatever goes wrong with
 * it, the picture just keeps nothing.
 */
export function readCameraFacts(exif: Buffer): Promise<CameraFacts | null> {
  if (exif.length > LONGEST_EXIF) return Promise.resolve(null);
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, { workerData: new Uint8Array(exif), resourceLimits: { maxOldGenerationSizeMb: MEGABYTES }, env: {}, execArgv: [], stderr: true });
    const done = (facts: CameraFacts | null): void => {
      clearTimeout(timer);
      resolve(facts);
      void worker.terminate();
    };
    const timer = setTimeout(() => done(null), PATIENCE);
    worker.once('message', (facts: CameraFacts | null) => done(facts));
    worker.once('error', () => done(null));
    worker.once('exit', () => done(null));
  });
}
