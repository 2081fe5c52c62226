import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { mailedToken } from '../authorisation/mailed-token.mjs';
import { recording } from '../authorisation/things/samples.mjs';
import { newPasskey } from '../passkey.mjs';
import { png } from './picture.mjs';
import { MARK } from './product-calls.mjs';

/**
 * Fills the account of a person with texts and files in every place that keeps some.
 * @param {ReturnType<typeof import('./product-calls.mjs').productCalls>} calls
 * @param {{url: string}} product
 * @param {Awaited<ReturnType<typeof import('../../local/stores.mjs').startStores>>} stores
 * @returns the person, the partner, the passkey and the address of the export
 */
export async function fillAccount(calls, product, stores) {
  const { call, must, turnPage, newcomer, say, sayWithPreview, exported, link, getBack, completeBlock } = calls;
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
  return { gone, other, passkey, url };
}
