import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mailedToken } from '../authorisation/mailed-token.mjs';
import { run } from '../../local/command.mjs';
import { eventually } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { freePort } from '../../local/ports.mjs';
import { OWN_SITES, startProduct } from '../../local/product.mjs';
import { nodeBinary } from '../../local/runtime.mjs';
import { startStores } from '../../local/stores.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { copyDatabase, restoreDatabase } from './copy.mjs';
import { newPasskey } from './passkey.mjs';
import { purgeCouple } from '../purge-couple.mjs';
import { files, holding, rows } from './places.mjs';
import { fillWordBlock } from './word-block.mjs';

/** The canary: a word in every text of the person. */
const MARK = `canary${randomBytes(4).toString('hex')}`;

/** @type {Awaited<ReturnType<typeof startStores>>} */
let stores;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
let product;
/** @type {string} */
let dir;

const start = async () =>
  startProduct({ stores: stores.env, dir, port: await freePort(), env: { LOG_LEVEL: 'debug', ...OWN_SITES } });

beforeAll(async () => {
  dir = temporaryFolder('erasure');
  stores = await startStores({ dir, flush: false });
  product = await start();
}, 180_000);

afterAll(async () => {
  await product?.stop();
  await stores?.remove();
  site.close();
}, 60_000);

/**
 * @param {string} method @param {string} path
 * @param {{token?: string, body?: unknown, form?: FormData}} [options]
 */
async function call(method, path, { token, body, form } = {}) {
  const headers = {
    'user-agent': `${MARK}-browser`,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = form ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await fetch(`${product.url}${path}`, {
    method,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** @param {string} method @param {string} path @param {Parameters<typeof call>[2]} [options] */
async function must(method, path, options) {
  const answer = await call(method, path, options);
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
  return answer.body.data ?? answer.body;
}

/**
 * Reads one page of a story: the first reader alone turns a scene, both answer a prompt, and both choose the same.
 * @param {string} path @param {any} page @param {[any, any]} readers @returns {Promise<any>} the page after it
 */
async function turnPage(path, { node, version }, [gone, other]) {
  const choice = node.choices[0]?.id;
  const press = (/** @type {any} */ { token }, /** @type {any} */ page, /** @type {string} */ text) =>
    must('POST', `${path}/choice`, {
      token,
      body: {
        nodeId: node.id,
        version: page.version,
        ...(choice && { choiceId: choice }),
        ...(node.kind === 'prompt' && { text }),
      },
    });
  const after = await press(gone, { version }, `The line of ${MARK}`);
  return node.kind === 'scene' ? after : press(other, after, 'The other line');
}

/** Half a second of silence, as a WAV. */
function recording() {
  const [rate, samples] = [8_000, Buffer.alloc(8_000)];
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.set([1, 0, 1, 0], 20);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.set([2, 0, 16, 0], 32);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** The time limit for files, exports and events of a whole account on a busy machine, in milliseconds. */
const WITHIN = 40_000;

/** @param {string} firstName @param {string} mark */
async function newcomer(firstName, mark) {
  const unique = `${mark}${randomBytes(3).toString('hex')}`;
  const typed = {
    firstName,
    lastName: `Last${mark}`,
    username: unique.slice(0, 30),
    email: `${unique}@example.org`,
    password: `Secret1${mark}`,
  };
  const { user, token, refreshToken } = await must('POST', '/api/auth/register', { body: typed });
  return { ...typed, id: user.id, token, refreshToken };
}

/** A red square. */
function png() {
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    let crc = ~0;
    for (const byte of body) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    const check = Buffer.alloc(4);
    check.writeUInt32BE(~crc >>> 0);
    return Buffer.concat([length, body, check]);
  };
  const size = 64;
  const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 2, 0, 0, 0]);
  const pixels = Buffer.concat(
    Array.from({ length: size }, () =>
      Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, Buffer.from([230, 20, 20]))]),
    ),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {{token: string}} by @param {string} content @param {string} [replyTo] */
const say = (by, content, replyTo) =>
  must('POST', '/api/messages', {
    token: by.token,
    body: { content, clientMessageId: randomUUID(), ...(replyTo ? { replyTo } : {}) },
  });

/** A page whose preview names a person and has a picture. */
const site = createServer((request, response) => {
  if (request.url === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end(png());
  else
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>A page about ${MARK}</title><meta property="og:image" content="/picture">`);
});

/** Sends a link and waits for its preview. @param {{token: string}} by */
async function sayWithPreview(by) {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const address = site.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  const { id } = await say(by, `http://127.0.0.1:${address.port}/${MARK}`);
  await eventually(async () => {
    const { messages } = await must('GET', '/api/messages/conversation', { token: by.token });
    const { preview } = messages.find((/** @type {{id: string}} */ message) => message.id === id);
    if (!preview?.image) throw new Error('there is no preview yet');
  }, WITHIN);
}

/** @param {{token: string, password: string}} person */
async function exported(person) {
  await must('POST', '/api/users/export', { token: person.token, body: { password: person.password } });
  return eventually(async () => {
    const state = await must('GET', '/api/users/export', { token: person.token });
    if (state.status !== 'ready') throw new Error(`the export is ${state.status}`);
    return state;
  }, WITHIN);
}

/** Makes two people a couple. @param {{token: string}} from @param {{id: string, token: string}} to @param {string} message */
async function link(from, to, message) {
  await must('POST', '/api/partners/request', { token: from.token, body: { receiverId: to.id, message } });
  const [request] = await must('GET', '/api/partners/requests', { token: to.token });
  await must('PATCH', `/api/partners/requests/${request.id}`, { token: to.token, body: { action: 'accept' } });
}

/** The person gets back own words of an earlier couple. @param {{token: string}} person */
async function getBack(person) {
  const former = await newcomer('Cleo', `cleo${randomBytes(4).toString('hex')}`);
  await link(person, former, `To Cleo, ${MARK}`);
  const { couple } = await must('GET', '/api/partners/status', { token: person.token });
  const capsule = await must('POST', '/api/capsules', {
    token: person.token,
    body: { title: `An earlier capsule of ${MARK}`, kind: 'keepsake', clientId: randomUUID() },
  });
  await must('POST', `/api/capsules/${capsule._id}/contributions`, {
    token: person.token,
    body: { text: `What ${MARK} remembered of Cleo`, clientId: randomUUID() },
  });
  await must('DELETE', '/api/partners/unlink', { token: person.token });
  await purgeCouple(database(), couple._id);
  await eventually(async () => {
    const { restitutions } = await must('GET', '/api/users/restitutions', { token: person.token });
    expect(restitutions).toHaveLength(1);
  }, WITHIN);
}

/** Sends the message that completes a word block, and waits for the block. @param {{token: string}} by @param {{id: string}} other */
async function completeBlock(by, other) {
  await fillWordBlock(database(), other.id);
  await say(by, `The end of a block of ${MARK}`);
  await eventually(
    async () => expect(holding(await rows(database()), [MARK])).toContain('messaging.word_blocks'),
    WITHIN,
  );
}

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
    const gone = await newcomer(`First${MARK}`, MARK);
    const other = await newcomer('Benno', `ben${randomBytes(4).toString('hex')}`);
    await must('PUT', '/api/users/profile', { token: gone.token, body: { bio: `Bio of ${MARK}` } });
    const form = new FormData();
    form.append('avatar', new Blob([png()]), `${MARK}.png`);
    await must('POST', '/api/users/avatar', { token: gone.token, form });
    await call('GET', `/api/auth/verify-email/${await mailedToken(stores.env, gone.email, 'verify-email')}`);
    const passkey = newPasskey(
      await must('POST', '/api/users/passkeys/options', { token: gone.token, body: { password: gone.password } }),
      product.url,
    );
    const { id } = await must('POST', '/api/users/passkeys', { token: gone.token, body: passkey });
    await must('PATCH', `/api/users/passkeys/${id}`, { token: gone.token, body: { name: `Key of ${MARK}` } });
    await must('POST', '/api/users/passkeys/confirm/options', { token: gone.token });
    await call('POST', '/api/auth/login', { body: { email: gone.email, password: 'Wrong1Horse' } });
    await call('GET', `/api/partners/search?q=${MARK}`, { token: other.token });
    await getBack(gone);
    await link(gone, other, `Love, ${MARK}`);
    const date = { date: '2030-12-24', yearly: false, remindDaysBefore: [3], private: true, clientId: randomUUID() };
    await must('POST', '/api/partners/dates', { token: gone.token, body: { ...date, title: `The ring of ${MARK}` } });
    await must('PUT', '/api/moods/today', { token: gone.token, body: { mood: 'calm', note: `A walk of ${MARK}` } });
    const capsule = await must('POST', '/api/capsules', {
      token: gone.token,
      body: { title: `A capsule of ${MARK}`, kind: 'keepsake', clientId: randomUUID() },
    });
    const album = new FormData();
    album.append('clientId', randomUUID());
    album.append('captions', JSON.stringify([`What ${MARK} saw`]));
    album.append('files', new Blob([png()]), `${MARK}.png`);
    const pictured = await must('POST', `/api/capsules/${capsule._id}/contributions`, {
      token: gone.token,
      form: album,
    });
    expect(pictured.attachments).toMatchObject([{ kind: 'image', file: { filename: `${MARK}.png` } }]);
    await must('POST', `/api/capsules/${capsule._id}/contributions`, {
      token: gone.token,
      body: { text: `What ${MARK} remembered`, place: { label: `The home of ${MARK}` }, clientId: randomUUID() },
    });
    const challenge = await must('POST', '/api/challenges', {
      token: other.token,
      body: {
        title: 'Benno proposes',
        category: 'talk',
        steps: [
          { title: 'Write', type: 'answer', who: 'partner', proof: 'text', reveal: 'at_once' },
          { title: 'Show', type: 'photo', who: 'partner', proof: 'photo', reveal: 'at_once' },
        ],
        clientId: randomUUID(),
      },
    });
    await must('PATCH', `/api/challenges/${challenge._id}/respond`, {
      token: gone.token,
      body: { action: 'accept', note: `${MARK} accepts` },
    });
    await must('POST', `/api/challenges/${challenge._id}/steps/${challenge.steps[0]._id}/complete`, {
      token: gone.token,
      body: { text: `What ${MARK} did` },
    });
    const proof = new FormData();
    proof.append('clientId', randomUUID());
    proof.append('files', new Blob([png()]), `${MARK}.png`);
    const shown = await must('POST', `/api/challenges/${challenge._id}/steps/${challenge.steps[1]._id}/complete`, {
      token: gone.token,
      form: proof,
    });
    expect(shown.steps[1].parts[0].attachments).toMatchObject([{ kind: 'image', file: { filename: `${MARK}.png` } }]);
    await must('POST', `/api/challenges/${challenge._id}/reflection`, {
      token: gone.token,
      body: { text: `How ${MARK} found it`, mood: 5 },
    });
    await must('POST', '/api/challenges', {
      token: gone.token,
      body: {
        title: `A challenge of ${MARK}`,
        category: 'play',
        steps: [{ title: `A step of ${MARK}`, type: 'do', who: 'either', proof: 'none', reveal: 'at_once' }],
        clientId: randomUUID(),
      },
    });
    const list = await must('POST', '/api/lists', {
      token: gone.token,
      body: { title: `A list of ${MARK}`, kind: 'other', clientId: randomUUID() },
    });
    await must('POST', `/api/lists/${list._id}/items`, {
      token: gone.token,
      body: { text: `An item of ${MARK}`, clientId: randomUUID() },
    });
    const goal = await must('POST', '/api/goals', {
      token: gone.token,
      body: {
        title: `A goal of ${MARK}`,
        why: `The reason of ${MARK}`,
        category: 'us',
        type: 'checklist',
        ownership: 'mine_with_support',
        milestones: [{ title: `A milestone of ${MARK}` }],
        clientId: randomUUID(),
      },
    });
    await must('POST', `/api/goals/${goal._id}/entries`, {
      token: gone.token,
      body: { note: `A note of ${MARK}`, clientId: randomUUID() },
    });
    const { _id: storyId } = await must('POST', '/api/stories/wandering-island/sessions', {
      token: gone.token,
      body: { clientId: randomUUID() },
    });
    const reading = `/api/stories/sessions/${storyId}`;
    let page = await must('PATCH', `${reading}/respond`, { token: other.token, body: { action: 'accept' } });
    while (!page.node.takesPhoto) page = await turnPage(reading, page, [gone, other]);
    const picture = new FormData();
    picture.append('nodeId', page.node.id);
    picture.append('version', String(page.version));
    picture.append('clientId', randomUUID());
    picture.append('files', new Blob([png()]), `${MARK}.png`);
    const answered = await must('POST', `${reading}/choice`, { token: gone.token, form: picture });
    expect(answered.mine.photo.file).toMatchObject({ filename: `${MARK}.png` });
    await must('POST', '/api/wishes', {
      token: gone.token,
      body: { title: `A wish of ${MARK}`, points: 5, clientId: randomUUID() },
    });
    await must('POST', '/api/challenges/templates', {
      token: gone.token,
      body: {
        title: `A template of ${MARK}`,
        category: 'play',
        minutes: 5,
        steps: [{ title: 'Play', type: 'do', who: 'either', proof: 'none', reveal: 'at_once' }],
        completionRule: 'all',
        distanceOk: true,
        intensity: 1,
        clientId: randomUUID(),
      },
    });
    await must('PUT', '/api/partners/nickname', { token: gone.token, body: { nickname: `${MARK}s dear` } });
    await must('POST', '/api/questions', {
      token: gone.token,
      body: { text: `What would ${MARK} do?`, type: 'open', clientId: randomUUID() },
    });
    const { question } = await must('GET', '/api/daily-question/today', { token: other.token });
    await must('POST', '/api/questions', {
      token: gone.token,
      body: { text: `And what would ${MARK} not do?`, type: 'open', clientId: randomUUID() },
    });
    for (const [by, text] of /** @type {const} */ ([
      [gone, `What ${MARK} answered`],
      [other, 'Benno answers'],
    ])) {
      await must('POST', `/api/daily-question/${question._id}/answer`, {
        token: by.token,
        body: { version: 1, answerVersion: 0, clientId: randomUUID(), text },
      });
    }
    const device = {
      endpoint: `https://push.example/${MARK}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    await must('POST', '/api/users/push', { token: gone.token, body: device });
    await sayWithPreview(gone);
    const first = await say(gone, `What ${MARK} said`);
    const second = await say(gone, `What ${MARK} said first`);
    await must('PATCH', `/api/messages/${second.id}`, {
      token: gone.token,
      body: { content: `What ${MARK} said then` },
    });
    await say(other, 'Benno answers', first.id);
    await must('POST', `/api/messages/${first.id}/reaction`, { token: other.token, body: { emoji: '👍' } });
    const report = { reason: 'other', text: `A report of ${MARK}`, messageIds: [second.id] };
    await must('POST', '/api/partners/report', { token: gone.token, body: { ...report, userId: other.id } });
    await must('POST', '/api/partners/report', { token: other.token, body: { ...report, userId: gone.id } });
    const third = await say(gone, `What ${MARK} takes back`);
    await must('DELETE', `/api/messages/${third.id}`, { token: gone.token });
    const files = new FormData();
    files.append('files', new Blob([png()]), `${MARK}.png`);
    files.append('files', new Blob([`What ${MARK} wrote down`]), `${MARK}.txt`);
    await must('POST', '/api/messages/upload', { token: gone.token, form: files });
    const note = new FormData();
    note.append('transcript', `What ${MARK} spoke`);
    note.append('voice', new Blob([recording()]), 'voice.wav');
    expect(
      (await must('POST', '/api/messages/voice', { token: gone.token, form: note })).message.attachments[0].transcript,
    ).toContain(MARK);
    await completeBlock(gone, other);
    await exported(gone);
    const { url } = await must('POST', '/api/users/export/link', { token: gone.token });
    const zip = await fetch(`${product.url}${url}`);
    expect(zip.status).toBe(200);
    expect(Object.fromEntries(zip.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="duet-\d{4}-\d\d-\d\d\.zip"$/),
    });
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');

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
