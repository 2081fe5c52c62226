/*
 * Every secret is replaced by the commands of the runbook while people send messages and use every service. No acknowledged
 * message is lost, no kind of call fails for longer than a client repeats it, and every login with an old secret is refused.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { compose, originOf, say } from './compose.mjs';
import { Couple } from './couple.mjs';
import { watchCalls } from './gaps.mjs';

/** Milliseconds for which a client repeats a failed call. */
const CLIENT_RETRY = 30_000;

const SECRETS = ['run', '--rm', '--no-deps', 'secrets'];
const UP = ['up', '-d', '--no-build', '--no-deps', '--wait'];

/** @typedef {[name: string, rotate: () => Promise<string[]>]} Rotation and what is wrong after it */

/** Secrets of processes that read them at their start, and these processes. */
const AT_START = {
  'signing-key': ['auth'],
  'push-key': ['auth'],
  'second-factor-key': ['auth'],
  'link-secret': ['media'],
  'media-key': ['media'],
  'report-key': ['pairing'],
  's3-key': ['s3', 'media'],
};

/** How much the previous key still seals, by the name of the key. @type {Record<string, () => Promise<number>>} */
const SEALED_BEFORE = {
  'second-factor-key': async () =>
    Math.max(0, Number(await query('SELECT count(DISTINCT key_id) - 1 FROM auth.second_factors'))),
  'media-key': () => gauge('media', 'duet_data_keys_old'),
  'report-key': () => gauge('pairing', 'duet_reports_old_key'),
};

/** Milliseconds in which the services seal everything with the new key, and some for the check. */
const RESEALED_WITHIN = 15 * 60_000;

/** @param {string} statement */
const query = (statement) =>
  compose('exec', '-T', 'postgres', 'psql', '-U', 'duet_admin', '-d', 'duet', '-Atc', statement);

/** @param {string} service @param {string} name */
async function gauge(service, name) {
  const page = await compose(
    ...['exec', '-T', service, 'node', '-e'],
    `fetch('http://127.0.0.1:9000/metrics').then((page) => page.text()).then(console.log)`,
  );
  return Number(page.match(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm'))?.[1] ?? Number.NaN);
}

/** How to reach a store with the login of a file. @type {Record<string, {service: string, file: string, ask: (url: string) => string[]}>} */
const LOGINS = {
  PostgreSQL: {
    service: 'messaging',
    file: 'DATABASE_URL',
    ask: (url) => ['exec', '-T', 'postgres', 'psql', url, '-Atc', 'SELECT 1'],
  },
  Redis: {
    service: 'gateway',
    file: 'REDIS_URL',
    ask: (url) => [
      'exec',
      '-T',
      'redis',
      'sh',
      '-c',
      `redis-cli -e -u ${url.replace('@redis', '@127.0.0.1')} GET limit:drill`,
    ],
  },
  NATS: {
    service: 'messaging',
    file: 'NATS_URL',
    ask: (url) => [
      ...['exec', '-T', 'messaging', 'node', '-e'],
      `const { username: user, password: pass } = new URL('${url}');
       import('@nats-io/transport-node').then(({ connect }) => connect({ servers: 'nats:4222', user, pass, reconnect: false })).then(() => process.exit(0), () => process.exit(1))`,
    ],
  },
};

/** @param {string} name of a store @param {string} url */
const letsIn = (name, url) =>
  compose(...(LOGINS[name]?.ask(url) ?? [])).then(
    () => true,
    () => false,
  );

/** The present login of each store. @returns {Promise<[string, string][]>} */
const logins = () =>
  Promise.all(
    Object.entries(LOGINS).map(
      async ([name, { service, file }]) =>
        /** @type {[string, string]} */ ([name, await compose('exec', '-T', service, 'cat', `/secrets/${file}`)]),
    ),
  );

/** The commands of the runbook for the passwords of the stores. @param {boolean} hasBackup @returns {Promise<string[]>} what is wrong afterwards */
async function rotatePasswords(hasBackup) {
  const before = await logins();
  await compose(...SECRETS, 'rotate', 'passwords');
  await compose('run', '--rm', '--no-deps', 'database');
  await compose('kill', '-s', 'HUP', 'nats');
  await compose('restart', 'redis');
  if (hasBackup) await compose('restart', 'backup-postgres');
  const wrong = [];
  for (const [name, url] of before) if (await letsIn(name, url)) wrong.push(`${name} still takes the old password`);
  for (const [name, url] of await logins())
    if (!(await letsIn(name, url))) wrong.push(`${name} refuses the new password`);
  return wrong;
}

/** The commands of the runbook for the administrator of PostgreSQL. */
async function rotateAdmin() {
  await compose(...SECRETS, 'rotate', 'admin-password');
  await compose('exec', '-T', 'postgres', 'psql', '-U', 'duet_admin', '-d', 'postgres', '-f', '/secrets/password.sql');
  await compose('run', '--rm', '--no-deps', 'database');
  return [];
}

/** @param {string[]} services */
async function restart(services) {
  for (const service of services) {
    await compose('restart', service);
    await compose(...UP, '--no-recreate', service);
  }
  return [];
}

/** @param {string} name @param {string[]} services that read it at their start */
async function rotateAtStart(name, services) {
  await compose(...SECRETS, 'rotate', name);
  return restart(services);
}

/** Waits until the previous key seals nothing, and removes it. @param {string} name @param {string[]} services */
async function drop(name, services) {
  await until(`${name} seals everything`, async () => (await SEALED_BEFORE[name]?.()) === 0, RESEALED_WITHIN);
  await compose(...SECRETS, 'drop', name);
  return restart(services);
}

/** @param {boolean} hasBackup @returns {Rotation[]} */
const rotationsOf = (hasBackup) => [
  ['rotate passwords', () => rotatePasswords(hasBackup)],
  ['rotate admin-password', rotateAdmin],
  .../** @type {Rotation[]} */ (hasBackup ? [['replace the login of the copy of objects', rotateJournalReader]] : []),
  ...Object.entries(AT_START).map(
    ([name, services]) => /** @type {Rotation} */ ([`rotate ${name}`, () => rotateAtStart(name, services)]),
  ),
  .../** @type {Rotation[]} */ (hasBackup ? [['restart the copy of objects', () => restart(['backup-objects'])]] : []),
  ...Object.entries(AT_START)
    .filter(([name]) => SEALED_BEFORE[name])
    .map(([name, services]) => /** @type {Rotation} */ ([`drop ${name}`, () => drop(name, services)])),
];

async function rotateJournalReader() {
  await compose('run', '--rm', '--no-deps', 'backup-journal-reader');
  return restart(['backup-objects']);
}

/** @returns {Promise<boolean>} whether nothing was lost and no call failed for too long */
export async function drillRotation() {
  const origin = await originOf();
  const hasBackup = (await compose('config', '--services')).includes('backup-postgres');
  const picture = readFileSync(join(ROOT, 'docs', 'pictures', 'duet.png'));
  const couples = await Promise.all([1, 2].map(() => Couple.meet(origin, picture)));
  const [first] = couples;
  if (!first) throw new Error('nobody has met');
  const senders = couples.map((couple) => couple.sendMessages());
  const calls = watchCalls(first);
  let right = true;
  for (const [name, rotate] of rotationsOf(hasBackup)) {
    const wrong = await rotate();
    const gaps = await calls.takeGaps();
    const [slowest, longest] = Object.entries(gaps).toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
    say(`${name}: the longest time without an answer is ${(longest / 1_000).toFixed(1)} s (${slowest})`);
    if (longest > CLIENT_RETRY) wrong.push(`${slowest} failed for longer than a client repeats a call`);
    for (const problem of wrong) say(`WRONG: ${name}: ${problem}`);
    right &&= wrong.length === 0;
  }
  await calls.stop();
  for (const couple of couples) couple.sending = false;
  await Promise.all(senders);
  const found = await Promise.all(couples.map((couple) => couple.compare(Date.now())));
  const lost = found.reduce((sum, one) => sum + one.lost.length, 0);
  for (const problem of found.flatMap((one) => one.problems)) say(`WRONG: ${problem}`);
  const acknowledged = couples.reduce((sum, one) => sum + one.acknowledged.size, 0);
  say(`${acknowledged} messages were acknowledged, ${lost} of them are lost`);
  return right && lost === 0 && found.every((one) => one.problems.length === 0);
}
