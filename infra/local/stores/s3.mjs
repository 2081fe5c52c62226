import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { ROOT } from '../places.mjs';
import { nodeBinary } from '../runtime.mjs';

/** @param {import('../stores.mjs').Place} place @returns {Promise<import('../stores.mjs').Store>} */
export async function s3({ dir, secret }) {
  const folder = join(dir, 'stores', 's3');
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: 'duet',
    S3_SECRET_KEY: secret('s3'),
    S3_BUCKET: 'duet-media',
    S3_REGION: 'us-east-1',
  };
  return {
    env,
    spec: {
      name: 's3',
      order: 10,
      command: nodeBinary(),
      args: [join(ROOT, 'infra', 'local', 's3-server.mjs')],
      env: { ...process.env, ...env, S3_PORT: String(port), S3_FOLDER: folder },
      // The request is unsigned, so a refusal is the expected answer.
      ready: async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 403,
    },
  };
}
