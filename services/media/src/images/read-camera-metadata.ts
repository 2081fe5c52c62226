import { Worker } from 'node:worker_threads';
import { LIMITS } from '@duet/contracts';
import { builtProgram } from '../work/built-program.js';
import { type CameraMetadata, LONGEST_EXIF } from './camera-metadata.js';
import type { Taken } from './taken.js';

const PROGRAM = builtProgram('images/camera-metadata-worker');

/** Time limit in milliseconds; a valid block takes one. */
const PATIENCE = LIMITS.imageSeconds * 1_000;
const MEGABYTES = 64;

interface ReadExif {
  metadata: CameraMetadata | null;
  taken: Taken;
}

/** Reads the metadata of an EXIF block that a picture may keep; null on any failure. */
export async function readCameraMetadata(exif: Buffer): Promise<CameraMetadata | null> {
  return (await readInWorker(exif))?.metadata ?? null;
}

/** Reads when and where a picture was taken; nothing on any failure. */
export async function readTaken(exif: Buffer): Promise<Taken> {
  return (await readInWorker(exif))?.taken ?? {};
}

/** Reads in a worker thread with limits, because a small hostile block can expand to much memory. Null on any failure. */
function readInWorker(exif: Buffer): Promise<ReadExif | null> {
  if (exif.length > LONGEST_EXIF) return Promise.resolve(null);
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      workerData: new Uint8Array(exif),
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
      env: {},
      execArgv: [],
      stderr: true,
    });
    const done = (read: ReadExif | null): void => {
      clearTimeout(timer);
      resolve(read);
      void worker.terminate();
    };
    const timer = setTimeout(() => done(null), PATIENCE);
    worker.once('message', (read: ReadExif | null) => done(read));
    worker.once('error', () => done(null));
    worker.once('exit', () => done(null));
  });
}
