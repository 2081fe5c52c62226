import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { type MessagingPeers, TestCouple, startMessagingPeer } from './couples.js';
import { recording } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';
import { type RawAnswer, filePart, part, sendForm } from './slow-form.js';

let scene: MediaScene<MessagingPeers>;
let media: RunningMedia;
let couple: TestCouple;

beforeAll(async () => {
  scene = await startScene(startMessagingPeer);
  ({ media } = scene);
  couple = await new TestCouple(media).link();
}, 60_000);

afterAll(() => scene.stop());

const send = (parts: readonly Buffer[], between?: () => Promise<void>, path = '/attachments'): Promise<RawAnswer> =>
  sendForm(media.url + path, couple.a._id, parts, between);

/** The temporary folder of the only upload under way. */
const lent = (): Promise<string> =>
  eventually(() => {
    const [folder] = readdirSync(media.uploads);
    if (folder === undefined) throw new Error('no folder yet');
    return Promise.resolve(join(media.uploads, folder));
  });

const rows = () => media.rows('SELECT id FROM attachments');

async function isUnavailable({ status, headers, body }: RawAnswer): Promise<void> {
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(await rows()).toEqual([]);
  await eventually(async () =>
    expect(await media.rows("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'")).toEqual([]),
  );
}

const text = (name: string): Buffer => filePart(name, 'hello');

describe('a failing disk', () => {
  it.each([
    ['the first', 'made-0'],
    ['the second', 'made-1'],
  ])('at %s of two files rejects both with 503', async (_which, blocked) => {
    const answer = await send([text('a.txt'), text('b.txt')], async () =>
      writeFileSync(join(await lent(), blocked), ''),
    );
    await isUnavailable(answer);
  });

  it('makes upload, voice note and avatar fail with 503 before the body', async () => {
    renameSync(media.uploads, `${media.uploads}-gone`);
    try {
      await isUnavailable(await send([text('a.txt')]));
      await isUnavailable(await send([filePart('a.webm', recording(1), 'voice')], undefined, '/attachments/voice'));
      await isUnavailable(await send([filePart('a.png', await plain('png'), 'avatar')], undefined, '/avatars'));
    } finally {
      renameSync(`${media.uploads}-gone`, media.uploads);
    }
  });

  it('makes uploads fail with 503 during the body', async () => {
    await isUnavailable(
      await send([text('a.txt'), text('b.txt')], async () => writeFileSync(join(await lent(), 'received-1'), '')),
    );
  });

  it('leaves nothing that would fail the next upload', async () => {
    await send([text('a.txt'), text('b.txt')], async () => writeFileSync(join(await lent(), 'made-1'), ''));
    const { status, body } = await send([text('a.txt'), text('b.txt')]);
    expect([status, body.data?.messages?.length]).toEqual([200, 2]);
    await media.rows('DELETE FROM attachments');
  });
});

describe('a form', () => {
  it.each([
    ['a file of another field', () => [text('a.txt'), filePart('b.txt', 'x', 'photos')]],
    ['a part without a field', () => [text('a.txt'), part('Content-Type: text/plain', 'x')]],
    [
      'a part whose header the parser cannot read',
      () => [text('a.txt'), part('Content-Disposition: form-data; name="files"; filename="a\rb.txt"', 'x')],
    ],
    ['a file name of 75,000 dots', () => [text('a.txt'), filePart('.'.repeat(75_000), 'x')]],
    [
      'a header of a thousand lines',
      () => [
        text('a.txt'),
        part(`${'X-Odd: 1\r\n'.repeat(1_000)}Content-Disposition: form-data; name="files"; filename="a.txt"`, 'x'),
      ],
    ],
    [
      'a hundred parts',
      () => [
        text('a.txt'),
        ...Array.from({ length: 100 }, () => part('Content-Disposition: form-data; name="files"', 'x')),
      ],
    ],
  ])('with %s is rejected as a whole', async (_what, parts) => {
    const { status, body } = await send(parts());
    expect([400, 413]).toContain(status);
    expect(Object.keys(ERRORS)).toContain(body.code);
    expect(await rows()).toEqual([]);
  });
});
