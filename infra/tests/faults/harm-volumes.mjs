import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mustRun } from '../../local/command.mjs';
import { ask } from '../../local/stores/ask.mjs';
import { asked, picture } from './honesty.mjs';
import { countWaiting } from './tables.mjs';

/**
 * @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Tools} Tools @typedef {import('./faults.mjs').Harm} Harm
 * @typedef {import('../../local/stores/volumes.mjs').VolumeName} VolumeName
 * @typedef {Exclude<VolumeName, 'uploads'>} StoreName
 */

/** @type {StoreName[]} */
const STORES = ['postgres', 'nats', 'redis', 's3'];

/** How often a full volume is filled again: stores also delete files. */
const AGAIN = 200;

/** @param {Scene} scene */
function volumesOf({ volumes }) {
  if (!volumes) throw new Error('This fault needs a scene on volumes.');
  return volumes;
}

/** Kills stores, loses what they have not flushed, and starts them again. @param {Scene} scene @param {StoreName[]} names @param {() => Promise<unknown>} [alsoKilled] */
async function cut(scene, names, alsoKilled = async () => undefined) {
  const { stores } = scene;
  await Promise.all([alsoKilled(), ...names.map((name) => stores.down(name, 'SIGKILL'))]);
  await volumesOf(scene).cut(names);
  await Promise.all(names.map((name) => stores.restart(name)));
}

/** A power cut of one store's machine, three times at moments of the seed. @param {StoreName} name @returns {Harm} */
const powerCut =
  (name) =>
  async (scene, { random, short }) => {
    for (let times = short ? 1 : 3; times > 0; times -= 1) {
      await delay(random.below(2_000));
      await scene.hurting([name], () => cut(scene, [name]));
    }
  };

/** A power cut of the only machine. @type {Harm} */
async function powerCutOfAll(scene) {
  const { product, hurting } = scene;
  const names = Object.keys(product.processes);
  await hurting([...names, ...STORES], async () => {
    await cut(scene, STORES, () => Promise.all(names.map((name) => product.down(name, 'SIGKILL'))));
    await Promise.all(names.map((name) => product.restart(name)));
  });
}

/**
 * A power cut of NATS while its stream holds events that no replica of messaging has received. They are marked as published, so
 * nobody publishes them again.
 * @type {Harm}
 */
async function powerCutOfWaitingEvents(scene, { short }) {
  const { product, hurting } = scene;
  const names = ['messaging', 'messaging-2'];
  await hurting([...names, 'nats'], async () => {
    const pids = names.map((name) => Number(product.pids()[name]));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await delay(short ? 4_000 : 6_000);
    await cut(scene, ['nats']);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  });
}

/** Whether a full volume has had its effect. @typedef {(scene: Scene) => Promise<boolean>} Effect */

/** @param {number} index of the device @param {Scene} scene @returns {Promise<boolean>} whether the call was answered with 503 */
const draftIsRefused = async (index, { devices, history }) =>
  asked(devices[index % devices.length], history, 'PUT', '/api/messages/draft', {
    content: randomBytes(3_000).toString('base64'),
  });

/** @param {number} index @param {Scene} scene */
const avatarIsRefused = async (index, { devices, history }) =>
  asked(devices[index % devices.length], history, 'POST', '/api/users/avatar', picture());

/** The effect of a full volume, per turn. @type {Record<VolumeName, (index: number, scene: Scene) => Promise<boolean>>} */
const EFFECTS = {
  postgres: draftIsRefused,
  nats: async (_index, { tables }) => (await countWaiting(tables)) > 0,
  redis: async (_index, { stores }) =>
    (await ask(Number(new URL(stores.env.REDIS_URL).port), 'SET full-volume x PX 1000\r\n')).startsWith('-MISCONF'),
  s3: avatarIsRefused,
  uploads: avatarIsRefused,
};

/**
 * Fills a volume, and frees it. Everything recovers by itself; only NATS is restarted, as its health check does in production
 * (docs/decisions/0138).
 * @param {VolumeName} name @returns {Harm}
 */
const filled =
  (name) =>
  async (scene, { short }) => {
    const { stores, history, hurting } = scene;
    const volumes = volumesOf(scene);
    // A database that cannot write its log ends, and its supervisor starts it again.
    await hurting([name], async () => {
      let effects = 0;
      let turns = 0;
      for (const end = Date.now() + (short ? 5_000 : 20_000); Date.now() < end; turns += 1) {
        await volumes.fill(name);
        if (await EFFECTS[name](turns, scene)) effects += 1;
        await delay(AGAIN);
      }
      volumes.free(name);
      history.write({ kind: 'full', name, turns, effects });
      if (effects === 0)
        history.violate('the fault happened', `the full volume of ${name} had no effect in ${turns} turns`);
      if (name === 'nats') await stores.restart('nats');
      if (name !== 'uploads') await stores.ready(name);
    });
  };

/** Faults that need volumes, by name. @type {Record<string, Harm>} */
export const VOLUMES = {
  'cut-postgres': powerCut('postgres'),
  'cut-nats': powerCut('nats'),
  'cut-waiting-events': powerCutOfWaitingEvents,
  'cut-redis': powerCut('redis'),
  'cut-s3': powerCut('s3'),
  'cut-all': powerCutOfAll,
  'full-postgres': filled('postgres'),
  'full-nats': filled('nats'),
  'full-redis': filled('redis'),
  'full-s3': filled('s3'),
  'full-uploads': filled('uploads'),
};

/** PostgreSQL acknowledges commits that are in memory only. @type {Harm} */
async function powerCutWithoutFsync(scene, tools) {
  const { tables } = scene;
  await tables.query('ALTER SYSTEM SET fsync = off');
  await tables.query('SELECT pg_reload_conf()');
  // The reload is asynchronous.
  while ((await tables.query('SHOW fsync')).rows[0].fsync !== 'off') await delay(50);
  await delay(2_000);
  await powerCut('postgres')(scene, { ...tools, short: true });
}

/** NATS acknowledges events that are in memory only, as by default. @type {Harm} */
async function powerCutWithoutSync(scene, tools) {
  const { dir, stores, hurting } = scene;
  const folder = join(dir, 'stores', 'nats');
  const configuration = join(folder, 'nats.conf');
  await hurting(['nats'], async () => {
    writeFileSync(configuration, readFileSync(configuration, 'utf8').replace('sync_interval: always', ''));
    await mustRun('The files of NATS cannot be written lazily (see above).', 'chattr', [
      '-R',
      '-S',
      join(folder, 'data'),
    ]);
    await stores.restart('nats');
  });
  await powerCutOfWaitingEvents(scene, tools);
}

/** Controls that need volumes. @type {Record<string, import('./faults.mjs').Control>} */
export const VOLUME_CONTROLS = {
  'fsync-off': { switches: [], harm: powerCutWithoutFsync, breaks: 'no acknowledged message is lost' },
  'events-unsynced': { switches: [], harm: powerCutWithoutSync, breaks: 'partner(a)=b iff partner(b)=a' },
};
