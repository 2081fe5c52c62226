/*
 * Tests backup and restore. Users send messages while a base backup is taken, and while PostgreSQL restarts
 * and is replaced; nobody touches the copy. A restore is tested beside the product. Then PostgreSQL, S3 and NATS
 * are killed and lose their volumes, the copies are restored, and the acknowledged messages are compared with the stored
 * ones.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mustRun } from '../../local/command.mjs';
import { ROOT } from '../../local/places.mjs';
import { compose, composeIn, originOf, say } from './compose.mjs';
import { Couple } from './couple.mjs';

const COUPLES = 3;
const SEND_FOR = 30_000;

/** Milliseconds after which objects and WAL are in the copy. */
const COPIED_WITHIN = 40_000;

/** Milliseconds in which the copy of WAL finds a restarted PostgreSQL. */
const COPIED_AGAIN = 120_000;

/** Kills the stores and removes their volumes. */
async function destroy() {
  await compose('kill', 'postgres', 's3', 'nats');
  const project = JSON.parse(await compose('config', '--format', 'json')).name;
  // The backup stops first: it must not record an empty bucket.
  await compose('rm', '-fsv', 'backup-objects', 'backup-postgres', 'postgres', 's3', 'nats');
  for (const volume of ['postgres', 's3', 'nats'])
    await mustRun(`The volume ${volume} could not be removed.`, 'docker', ['volume', 'rm', `${project}_${volume}`]);
}

/** The place up to which PostgreSQL has WAL, or up to which it is copied. @param {'pg_current_wal_lsn()' | 'restart_lsn'} place */
const walPlace = (place) =>
  compose(
    ...['exec', '-T', 'postgres', 'psql', '--username', 'duet_admin', '--dbname', 'postgres', '-Atc'],
    `SELECT ${place} - '0/0'::pg_lsn FROM pg_replication_slots WHERE slot_name = 'duet_backup'`,
  );

/** Restarts PostgreSQL, then replaces its container, and waits each time until the copy has all WAL of that moment. @returns {Promise<boolean>} */
async function drillRestarts() {
  for (const command of [['restart'], ['up', '-d', '--no-build', '--no-deps', '--force-recreate', '--wait']]) {
    await compose(...command, 'postgres');
    await compose('up', '-d', '--no-build', '--no-deps', '--no-recreate', '--wait', 'postgres');
    await delay(SEND_FOR / 2);
    const wanted = Number(await walPlace('pg_current_wal_lsn()'));
    let copied = Number(await walPlace('restart_lsn'));
    for (const until = Date.now() + COPIED_AGAIN; copied < wanted && Date.now() < until; await delay(1_000))
      copied = Number(await walPlace('restart_lsn'));
    if (copied < wanted) {
      say(`WRONG: after ${command[0]} of PostgreSQL ${wanted - copied} bytes of WAL are not copied`);
      return false;
    }
    say(`after ${command[0]} of PostgreSQL the copy of WAL goes on by itself`);
  }
  return true;
}

/** @param {string} [to] the target time, as RESTORE_TO */
async function restore(to) {
  // Processes that were long without their stores are unhealthy, so all are restarted in order.
  await compose('stop');
  const composeTo = composeIn(to ? { RESTORE_TO: to } : {});
  say(await composeTo('run', '--rm', '--no-deps', 'restore-postgres'));
  await compose('up', '-d', '--no-build', '--wait', 'postgres', 's3');
  say(await composeTo('run', '--rm', '--no-deps', 'backup-objects', 'restore'));
  say(await compose('run', '--rm', '--no-deps', 'restore-erasures'));
  await compose('up', '-d', '--no-build', '--wait');
}

/**
 * A user deletes the account; the stores are destroyed and restored, first to the time before the deletion, then to their
 * last state. @param {string} origin @param {Buffer} picture @returns {Promise<boolean>} whether the user stayed erased
 */
async function drillErasure(origin, picture) {
  await compose('exec', '-T', 'backup-postgres', 'bash', '/backup/postgres.sh', 'base');
  const couple = await Couple.meet(origin, picture);
  await delay(COPIED_WITHIN);
  const before = new Date().toISOString();
  await couple.leave();
  await delay(COPIED_WITHIN);
  for (const to of [before, undefined]) {
    await destroy();
    await restore(to);
    // The services erase the user when they consume the event.
    let traces = await tracesOf(couple);
    for (const until = Date.now() + 60_000; traces.length > 0 && Date.now() < until; traces = await tracesOf(couple))
      await delay(2_000);
    for (const trace of traces) say(`WRONG: after a restore to ${to ?? 'the last moment'} ${trace}`);
    if (traces.length > 0) return false;
    // The restored database begins a new timeline.
    await compose('exec', '-T', 'backup-postgres', 'bash', '/backup/postgres.sh', 'base');
  }
  say('the deleted user stays deleted');
  return true;
}

/** Data of the deleted user that is still stored. @param {Couple} couple @returns {Promise<string[]>} */
async function tracesOf(couple) {
  const rows = await compose('exec', '-T', 'postgres', 'pg_dump', '--username', 'duet_admin', '--data-only', 'duet');
  return [...(rows.includes(couple.leaver) ? ['a table names the deleted user'] : []), ...(await couple.traces())];
}

/** @returns {Promise<boolean>} whether the copies brought everything back in time */
export async function drillRestore() {
  if (!(await compose('config', '--services')).includes('backup-postgres'))
    throw new Error('COMPOSE_FILE must name infra/deploy/compose/backup.yml as well.');
  const origin = await originOf();
  const picture = readFileSync(join(ROOT, 'docs', 'pictures', 'duet.png'));
  const couples = await Promise.all(Array.from({ length: COUPLES }, () => Couple.meet(origin, picture)));
  say(`${COUPLES} couples send messages on ${origin}`);

  const senders = couples.map((couple) => couple.sendMessages());
  await delay(SEND_FOR / 2);
  say('a base backup is taken meanwhile');
  await compose('exec', '-T', 'backup-postgres', 'bash', '/backup/postgres.sh', 'base');
  await delay(SEND_FOR / 2);
  const goesOn = await drillRestarts();
  say(await compose('run', '--rm', '--no-deps', 'test-restore'));
  say(
    `${couples.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)} messages are acknowledged; PostgreSQL, S3 and NATS are destroyed now`,
  );
  const since = Date.now();
  await destroy();
  for (const couple of couples) couple.sending = false;
  await Promise.all(senders);
  await restore();
  const took = Math.round((Date.now() - since) / 1_000);

  const found = await Promise.all(couples.map((couple) => couple.compare(since)));
  const lost = found.flatMap((one) => one.lost);
  const oldest = Math.max(0, ...lost.map(({ before }) => before));
  say(
    `back after ${took} s; ${found.reduce((sum, one) => sum + one.messages, 0)} messages are there, ${lost.length} of the acknowledged ones are lost${lost.length > 0 ? `, the oldest ${oldest} ms old` : ''}`,
  );
  for (const problem of found.flatMap((one) => one.problems)) say(`WRONG: ${problem}`);
  const staysErased = await drillErasure(origin, picture);
  const right =
    goesOn && staysErased && found.every((one) => one.problems.length === 0) && oldest < 60_000 && took < 15 * 60;
  say(
    lost.length === 0 && right
      ? 'Lost: nothing.'
      : right
        ? 'The loss is within a minute and the restore within a quarter of an hour, as promised.'
        : 'The restore breaks the promise.',
  );
  return right;
}
