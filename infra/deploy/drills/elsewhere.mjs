/*
 * The product comes back on another machine: a second Compose project with volumes of its own, which gets the backup and the
 * secrets and nothing else. It is restored to a moment before some messages and before a person deleted the account.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mustRun } from '../../local/command.mjs';
import { eventually } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { compose, composeIn, originOf, say } from './compose.mjs';
import { Couple } from './couple.mjs';

const SEND_FOR = 10_000;

/** Milliseconds after which objects and WAL are in the copy. */
const COPIED_WITHIN = 40_000;

const OTHER = 'duet-elsewhere';

/** Copies a volume of this project into that of the other. @param {string} from project @param {string} volume */
async function carry(from, volume) {
  const args = ['-v', `${from}_${volume}:/from:ro`, '-v', `${OTHER}_${volume}:/to`];
  await mustRun(
    `The volume ${volume} could not be copied.`,
    ...['docker', ['run', '--rm', '--network', 'none', ...args, 'postgres:18', 'cp', '-a', '/from/.', '/to']],
  );
}

/** Sends messages for a while. @param {Couple} couple @returns {Promise<string[]>} the acknowledged ones */
async function send(couple) {
  const before = new Set(couple.acknowledged.keys());
  couple.sending = true;
  const sending = couple.sendMessages();
  await delay(SEND_FOR);
  couple.sending = false;
  await sending;
  return [...couple.acknowledged.keys()].filter((id) => !before.has(id));
}

/** Brings the other project up from the copies. @param {NodeJS.ProcessEnv} env of the other project @param {string} to RESTORE_TO */
async function restore(env, to) {
  const [other, otherTo] = [composeIn(env), composeIn({ ...env, RESTORE_TO: to })];
  await other('up', '--no-start', '--no-build');
  const { name } = JSON.parse(await compose('config', '--format', 'json'));
  for (const volume of ['secrets-all', 'backups']) await carry(name, volume);
  await other('run', '--rm', '--no-deps', 'secrets');
  say(await otherTo('run', '--rm', '--no-deps', 'restore-postgres'));
  await other('up', '-d', '--no-build', '--wait', 'postgres', 's3');
  say(await otherTo('run', '--rm', '--no-deps', 'backup-objects', 'restore'));
  say(await other('run', '--rm', '--no-deps', 'restore-erasures'));
  await other('up', '-d', '--no-build', '--wait');
}

/** @returns {Promise<boolean>} whether everything of that moment is there, and nothing of later */
export async function drillElsewhere() {
  const origin = await originOf();
  const picture = readFileSync(join(ROOT, 'docs', 'pictures', 'duet.png'));
  const [staying, leaving] = [await Couple.meet(origin, picture), await Couple.meet(origin, picture)];
  await compose('exec', '-T', 'backup-postgres', 'bash', '/backup/postgres.sh', 'base');
  const earlier = await send(staying);
  await delay(COPIED_WITHIN);
  const to = new Date().toISOString();
  const later = await send(staying);
  await leaving.leave();
  await delay(COPIED_WITHIN);
  say(`${earlier.length} messages, then ${later.length} more and a deleted account; restored to ${to} elsewhere`);

  const env = {
    COMPOSE_PROJECT_NAME: OTHER,
    PORT: String(await freePort()),
    MAIL_PORT: String(await freePort()),
    OUTSIDE_NET: '10.213.78',
  };
  const other = composeIn(env);
  try {
    const since = Date.now();
    await restore(env, to);
    say(`back after ${Math.round((Date.now() - since) / 1_000)} s`);
    staying.origin = leaving.origin = await originOf(other);
    // Its signing key is restored as well, so the tokens of before are good.
    const found = await staying.compare(Date.now());
    const problems = [...found.problems];
    if (found.messages !== earlier.length)
      problems.push(`${found.messages} messages are there instead of ${earlier.length}`);
    if (found.lost.length !== later.length)
      problems.push(`${found.lost.length} acknowledged messages are missing instead of ${later.length}`);
    await eventually(async () => {
      const traces = await leaving.traces();
      if (traces.length > 0) throw new Error(traces.join(', '));
    }).catch((cause) => problems.push(String(cause)));
    for (const problem of problems) say(`WRONG: ${problem}`);
    if (problems.length === 0) say('everything of that moment is there, and the deleted user stays deleted');
    return problems.length === 0;
  } finally {
    await other('down', '--volumes', '--timeout', '5');
  }
}
