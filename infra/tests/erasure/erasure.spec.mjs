import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../../local/command.mjs';
import { eventually } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { OWN_SITES, startProduct } from '../../local/product.mjs';
import { nodeBinary } from '../../local/runtime.mjs';
import { startStores } from '../../local/stores.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { MARK, WITHIN, productCalls } from './product-calls.mjs';
import { copyDatabase, restoreDatabase } from './copy.mjs';
import { fillAccount } from './filled-account.mjs';
import { files, holding, rows } from './places.mjs';

/** @type {Awaited<ReturnType<typeof startStores>>} */
let stores;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
let product;
/** @type {string} */
let dir;

const start = async () =>
  startProduct({ stores: stores.env, dir, port: await freePort(), env: { LOG_LEVEL: 'debug', ...OWN_SITES } });

const calls = productCalls(() => product, database);
const { call, must, exported } = calls;

beforeAll(async () => {
  dir = temporaryFolder('erasure');
  stores = await startStores({ dir, flush: false });
  product = await start();
}, 180_000);

afterAll(async () => {
  await product?.stop();
  await stores?.remove();
  calls.site.close();
}, 60_000);

/** The product's database, as its administrator. */
function database() {
  const url = new URL(stores.env.ADMIN_DATABASE_URL);
  url.pathname = '/duet';
  return url.href;
}

const bucket = () => join(dir, 'stores', 's3');

/** Objects of people, by their names in the bucket. */
const objects = () =>
  files(bucket())
    .map(({ place }) => place)
    .filter((place) => /(avatar|export|attachment|restitution)-/.test(place));

/** The step of a restore that deletes erased people again. @param {RegExp} says */
async function applyErasures(says) {
  const { code, output } = await run(nodeBinary(), [join(ROOT, 'infra', 'deploy', 'backup', 'erasures.mjs'), 'apply'], {
    env: { ...process.env, ...stores.env },
  });
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(says) });
}

const stream = () => files(join(dir, 'stores', 'nats', 'data'));
const logs = () => files(join(dir, 'logs')).filter(({ place }) => !/(postgres|nats|redis|s3|mail)\.log$/.test(place));

describe('a person who deletes the account', () => {
  it('is removed from rows, objects, events and logs, and the partner keeps their own data', async () => {
    const { gone, other, passkey, url } = await fillAccount(calls, product, stores);

    // The search finds these texts before the deletion; otherwise an empty result would prove nothing.
    const found = holding(await rows(database()), [MARK]);
    expect(found).toEqual(
      expect.arrayContaining([
        'auth.users',
        'auth.passkeys',
        'auth.push_subscriptions',
        'auth.outbox',
        'pairing.people',
        'pairing.outbox',
        'pairing.daily_answers',
        'pairing.own_questions',
        'memories.capsules',
        'memories.contributions',
        'memories.contribution_files',
        'memories.people',
        'challenges.challenges',
        'challenges.challenge_steps',
        'challenges.step_parts',
        'challenges.reflections',
        'challenges.templates',
        'challenges.goals',
        'challenges.goal_milestones',
        'challenges.goal_entries',
        'challenges.lists',
        'challenges.list_items',
        'challenges.story_choices',
        'challenges.wishes',
        'challenges.people',
        'messaging.people',
        'messaging.messages',
        'messaging.attachments',
        'messaging.word_blocks',
        'media.attachments',
        'media.outbox',
      ]),
    );
    expect(holding(stream(), [MARK])).not.toEqual([]);
    expect(objects().some((place) => place.includes('avatar-'))).toBe(true);
    expect(objects().some((place) => place.includes('export-'))).toBe(true);
    expect(objects().some((place) => place.includes('attachment-'))).toBe(true);
    expect(objects().some((place) => place.includes('restitution-'))).toBe(true);

    await exported(other);
    const theirs = await must('POST', '/api/users/export/link', { token: other.token });
    expect((await call('GET', theirs.url)).status).toBe(200);
    // A backup from before the deletion.
    const copy = await copyDatabase(database());
    cpSync(bucket(), join(dir, 'bucket-copy'), { recursive: true });

    await must('DELETE', '/api/users/account', { token: gone.token, body: { password: gone.password } });

    await eventually(async () => {
      expect(holding(await rows(database()), [MARK, passkey.id])).toEqual([]);
      expect(holding(await rows(database()), [gone.id]).filter((place) => place.startsWith('auth.passkey'))).toEqual(
        [],
      );
      expect(objects()).toEqual([]);
      expect(holding(stream(), [MARK])).toEqual([]);
      // Media deletes the partner's export with texts of the deleted person, and auth consumes that event.
      expect(await must('GET', '/api/users/export', { token: other.token })).toMatchObject({ status: 'none' });
    }, WITHIN);
    // The one exception, sealed: reports by and about the person stay, and do not name the person as their author.
    const reports = (await rows(database())).filter(({ place }) => place === 'pairing.reports');
    expect(reports).toHaveLength(2);
    expect(holding(reports, [gone.id])).toEqual([]);
    expect(await call('GET', url)).toMatchObject({ status: 401 });
    expect((await call('GET', '/api/users/profile', { token: gone.token })).status).toBe(401);
    expect((await call('GET', theirs.url)).status).toBe(404);

    await product.stop();
    await restoreDatabase(database(), copy);
    cpSync(join(dir, 'bucket-copy'), bucket(), { recursive: true });
    expect(holding(await rows(database()), [MARK])).not.toEqual([]);
    await applyErasures(/^1 erasures applied, 1 of them/);
    await applyErasures(/^1 erasures applied, 0 of them/);
    product = await start();
    await eventually(async () => {
      expect(holding(await rows(database()), [MARK, passkey.id])).toEqual([]);
      expect(objects()).toEqual([]);
      expect(holding(stream(), [MARK])).toEqual([]);
    }, WITHIN);
    expect(
      (await call('POST', '/api/auth/login', { body: { email: gone.email, password: gone.password } })).status,
    ).toBe(401);
    await eventually(
      async () =>
        expect(await must('GET', '/api/users/export', { token: other.token })).toMatchObject({ status: 'none' }),
      WITHIN,
    );
    expect(await exported(other)).toMatchObject({ status: 'ready', historyUntil: expect.any(String) });
    expect(
      holding(logs(), [MARK, gone.token, gone.refreshToken, url.split('/').at(-1) ?? '', 'Benno answers']),
    ).toEqual([]);
    expect(logs().length).toBeGreaterThan(5);
  }, 300_000);
});
