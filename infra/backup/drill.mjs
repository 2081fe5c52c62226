/*
 * `npm run drill`: proves the backups. People talk and upload while a base backup is taken; then PostgreSQL, S3 and NATS are
 * killed in the middle of it and lose their volumes, everything is brought back from the copies, and what people had been
 * told is stored is compared with what is there. Runs against the product that Compose has brought up here WITH
 * infra/compose/backup.yml (COMPOSE_FILE says so). It destroys data: never against a product that anybody uses.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mustRun } from '../local/command.mjs';
import { ROOT } from '../local/places.mjs';
import { Couple } from './drill-couple.mjs';

const COUPLES = 3;
const TALK_FOR = 30_000;

/** @param {string[]} args */
const compose = async (...args) => (await mustRun(`docker compose ${args.join(' ')} failed (see above).`, 'docker', ['compose', ...args])).stdout.trim();

/** @param {string} line */
const say = (line) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

/** Kills the stores that hold data and removes what they had. */
async function destroy() {
  await compose('kill', 'postgres', 's3', 'nats');
  const project = JSON.parse(await compose('config', '--format', 'json')).name;
  // The copies stop first: an empty bucket must not look like the truth.
  await compose('rm', '-fsv', 'backup-objects', 'backup-postgres', 'postgres', 's3', 'nats');
  for (const volume of ['postgres', 's3', 'nats']) await mustRun(`The volume ${volume} could not be removed.`, 'docker', ['volume', 'rm', `${project}_${volume}`]);
}

async function restore() {
  // Whoever missed the stores for long is unwell; they begin anew, in order.
  await compose('stop');
  say(await compose('run', '--rm', '--no-deps', 'restore-postgres'));
  await compose('up', '-d', '--no-build', '--wait', 's3');
  say(await compose('run', '--rm', '--no-deps', 'backup-objects', 'restore'));
  await compose('up', '-d', '--no-build', '--wait');
}

if (!(await compose('config', '--services')).includes('backup-postgres')) throw new Error('COMPOSE_FILE must name infra/compose/backup.yml as well.');
const port = (await compose('port', 'gateway', '8080')).split(':').at(-1);
const origin = `http://localhost:${port}`;
const picture = readFileSync(join(ROOT, 'infra', 'pictures', 'duet.png'));
const couples = await Promise.all(Array.from({ length: COUPLES }, () => Couple.meet(origin, picture)));
say(`${COUPLES} couples talk on ${origin}`);

const talks = couples.map((couple) => couple.talk());
await delay(TALK_FOR / 2);
say('a base backup is taken while they talk');
await compose('exec', '-T', 'backup-postgres', 'bash', '/backup/postgres.sh', 'base');
await delay(TALK_FOR / 2);
say(`${couples.reduce((sum, { told }) => sum + told.size, 0)} messages are acknowledged; PostgreSQL, S3 and NATS are destroyed now`);
const since = Date.now();
await destroy();
for (const couple of couples) couple.talking = false;
await Promise.all(talks);
await restore();
const took = Math.round((Date.now() - since) / 1_000);

const found = await Promise.all(couples.map((couple) => couple.compare(since)));
const lost = found.flatMap((one) => one.lost);
const oldest = Math.max(0, ...lost.map(({ before }) => before));
say(`back after ${took} s; ${found.reduce((sum, one) => sum + one.messages, 0)} messages are there, ${lost.length} of the acknowledged ones are lost${lost.length > 0 ? `, the oldest ${oldest} ms old` : ''}`);
for (const problem of found.flatMap((one) => one.problems)) say(`WRONG: ${problem}`);
const right = found.every((one) => one.problems.length === 0) && oldest < 60_000 && took < 15 * 60;
say(lost.length === 0 && right ? 'Lost: nothing.' : right ? 'Within a minute, and within a quarter of an hour.' : 'This is not what was promised.');
process.exitCode = right ? 0 : 1;
