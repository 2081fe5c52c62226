import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.mjs';
import { TOOLS, requireCommand } from '../tools.mjs';
import { ask } from './ask.mjs';

/** @param {import('../stores.mjs').Place} place @returns {Promise<import('../stores.mjs').Store>} */
export async function redis({ dir }) {
  const folder = join(dir, 'stores', 'redis');
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  return {
    env: { REDIS_URL: `redis://127.0.0.1:${port}` },
    spec: {
      name: 'redis',
      order: 10,
      command: requireCommand(TOOLS.redis),
      args: [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--appendonly',
        'yes',
        '--save',
        '',
        '--daemonize',
        'no',
      ],
      ready: async () => (await ask(port, 'PING\r\n')).startsWith('+PONG'),
    },
  };
}
