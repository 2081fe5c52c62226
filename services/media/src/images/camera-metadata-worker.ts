import { parentPort, workerData } from 'node:worker_threads';
import { cameraMetadata } from './camera-metadata.js';
import { takenOf } from './taken.js';

/** Runs in a worker thread: a malicious EXIF block exhausts only this thread's memory and time. */
const exif = workerData instanceof Uint8Array ? Buffer.from(workerData) : null;
parentPort?.postMessage(exif && { metadata: cameraMetadata(exif), taken: takenOf(exif) });
