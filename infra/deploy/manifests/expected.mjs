import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRun } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { nodeBinary } from '../../local/runtime.mjs';

/** @returns {Promise<import('./world.mjs').Expected['settings']>} */
export async function readSettings() {
  const { stdout } = await mustRun('The processes’ settings could not be read.', nodeBinary(), [
    join(ROOT, 'infra', 'deploy', 'manifests', 'print-settings.mjs'),
  ]);
  return JSON.parse(stdout);
}

/** Generates all secrets as an installation does, and returns the files of each folder. @returns {Promise<import('./world.mjs').Expected['secrets']>} */
export async function readSecrets() {
  const dir = mkdtempSync(join(tmpdir(), 'duet-secrets-'));
  try {
    await mustRun(
      'The secrets could not be made.',
      nodeBinary(),
      [join(ROOT, 'infra', 'deploy', 'compose', 'secrets.mjs')],
      {
        env: { PATH: process.env.PATH, SECRETS_DIR: dir, SMTP_URL: 'smtps://mail.example.org' },
      },
    );
    const owners = readdirSync(dir).filter((name) => name !== 'all');
    return Object.fromEntries(
      owners.map((owner) => [
        owner,
        Object.fromEntries(
          readdirSync(join(dir, owner)).map((key) => [key, readFileSync(join(dir, owner, key), 'utf8')]),
        ),
      ]),
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
}
