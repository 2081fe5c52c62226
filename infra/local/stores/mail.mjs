import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LOCAL } from '../places.mjs';
import { freePort } from '../ports.mjs';
import { nodeBinary } from '../runtime.mjs';

/** Names the address of the page, for `npm run demo`. */
export const MAIL_PAGE_FILE = pageFile(LOCAL);

/** @param {string} dir */
function pageFile(dir) {
  return join(dir, 'stores', 'mail-page');
}

/** A mail server that delivers nothing and shows every mail on a page, so that a developer can follow the links. @param {import('../stores.mjs').Place} place @returns {Promise<import('../stores.mjs').Store>} */
export async function mail({ dir }) {
  const folder = join(dir, 'stores', 'mail');
  mkdirSync(folder, { recursive: true });
  const [smtp, web] = [await freePort(), await freePort()];
  const page = `http://127.0.0.1:${web}`;
  writeFileSync(pageFile(dir), page);
  const program = join(dirname(createRequire(import.meta.url).resolve('maildev/package.json')), 'bin', 'maildev');
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${smtp}`, MAIL_PAGE: page },
    spec: {
      name: 'mail',
      order: 10,
      command: nodeBinary(),
      args: [
        program,
        '--ip',
        '127.0.0.1',
        '--smtp',
        String(smtp),
        '--web',
        String(web),
        '--mail-directory',
        folder,
        '--silent',
      ],
      ready: async () => (await fetch(`${page}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok,
    },
  };
}
