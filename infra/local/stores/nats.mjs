import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES } from '../../processes.mjs';
import { mustRun, run } from '../command.mjs';
import { ROOT } from '../places.mjs';
import { freePort } from '../ports.mjs';
import { nodeBinary } from '../runtime.mjs';
import { TOOLS, requireCommand } from '../tools.mjs';

/**
 * An acknowledged JetStream write must be on the disk: `sync_interval: always`. Releases before 2.10 (Debian 12 ships 2.9)
 * refuse to start with that setting. They write each message to its file before they acknowledge it, so files that the file
 * system writes through (`chattr +S`, which new files inherit) give the same guarantee.
 * @param {string} command
 */
async function knowsSyncInterval(command) {
  const version = /v(\d+)\.(\d+)/.exec((await run(command, ['--version'])).output);
  return version !== null && (Number(version[1]) > 2 || Number(version[2]) >= 10);
}

/** The part of the configuration with logins and rights. */
const USERS = 'users.conf';

/**
 * Writes a login per process with its rights in production. A client without a login may do everything: tests of a single
 * service and command-line tools. The server reads them when it starts.
 * @param {{dir: string, secret: (name: string) => string, root: string}} given `root`: the build whose rights these are
 */
export async function writeBusRights({ dir, secret, root }) {
  const sentence = 'The rights on the bus could not be derived from the contracts (see above).';
  const { stdout } = await mustRun(sentence, nodeBinary(), [
    join(root, 'infra', 'deploy', 'nats', 'users.mjs'),
    '--print',
  ]);
  const passwords = [...PROCESSES, 'anybody'].map(
    (name) => `DUET_NATS_${name.toUpperCase()}: ${JSON.stringify(secret(`nats ${name}`))}\n`,
  );
  const users = stdout
    .replace('include "secrets/passwords.conf"\n', `${passwords.join('')}no_auth_user: anybody\n`)
    .replace('users: [\n', 'users: [\n    { user: anybody, password: $DUET_NATS_ANYBODY }\n');
  writeFileSync(join(dir, 'stores', 'nats', USERS), users, { mode: 0o600 });
}

/** @param {{port: number, monitor: number, folder: string, always: boolean, whole: boolean}} settings */
function configuration({ port, monitor, folder, always, whole }) {
  return `server_name: duet
host: "127.0.0.1"
port: ${port}
http: "127.0.0.1:${monitor}"
# A page of 100 long messages is one answer.
max_payload: 8MB
jetstream {
  store_dir: ${JSON.stringify(join(folder, 'data'))}
  max_file_store: 10GB${always ? '\n  sync_interval: always' : ''}
}
${whole ? `include ${JSON.stringify(USERS)}\n` : ''}`;
}

/** @param {import('../stores.mjs').Place} place @returns {Promise<import('../stores.mjs').Store>} */
export async function nats({ dir, secret, say, whole, flush, root = ROOT }) {
  const command = requireCommand(TOOLS.nats);
  const folder = join(dir, 'stores', 'nats');
  mkdirSync(join(folder, 'data'), { recursive: true });
  const [port, monitor] = [await freePort(), await freePort()];
  const always = flush && (await knowsSyncInterval(command));
  if (whole) await writeBusRights({ dir, secret, root });
  writeFileSync(join(folder, 'nats.conf'), configuration({ port, monitor, folder, always, whole }), { mode: 0o600 });
  if (flush && !always && (await run('chattr', ['-R', '+S', join(folder, 'data')])).code !== 0) {
    say(
      'This nats-server is older than 2.10 and this disk cannot write through: a power cut may lose its last events (a crash will not).',
    );
  }
  return {
    env: {
      NATS_URL: `nats://127.0.0.1:${port}`,
      ...(whole
        ? Object.fromEntries(
            PROCESSES.map((name) => [
              `NATS_URL_${name.toUpperCase()}`,
              `nats://${name}:${secret(`nats ${name}`)}@127.0.0.1:${port}`,
            ]),
          )
        : {}),
    },
    spec: {
      name: 'nats',
      order: 10,
      command,
      args: ['--config', join(folder, 'nats.conf')],
      // Answers 200 only when JetStream has loaded its streams.
      ready: async () => (await fetch(`http://127.0.0.1:${monitor}/healthz`)).ok,
    },
  };
}
