import { parentPort, workerData } from 'node:worker_threads';
import { cameraFacts } from './camera-facts.js';

/** A thread of its own: an EXIF block that claims to hold the world takes this one's memory and time, and nobody else's. */
parentPort?.postMessage(workerData instanceof Uint8Array ? cameraFacts(Buffer.from(workerData)) : null);
