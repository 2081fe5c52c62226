import { randomUUID } from 'node:crypto';
import { type CopiedFileDto, type FileOwner, userDeleted } from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import sharp from 'sharp';
import { AttachmentCollector } from '../src/attachments/attachment-collector.js';
import { TestCouple, bytesOf, formOf, bury, load, send, staged, upload } from './couples.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { type EntityScene, entityCalls, inUse, startEntities, tagged } from './entity-scene.js';
import { plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';

const clock = new TestClock();
let scene: EntityScene;
let media: RunningMedia;
let couple: TestCouple;

beforeAll(async () => {
  scene = await startEntities(clock);
  ({ media, couple } = scene);
}, 60_000);

afterAll(() => scene.stop());

const { capsuleOf, post, one, describeAll, linkTo, open, change } = entityCalls(() => scene);

describe('a copy of a message’s files', () => {
  const copy = (owner: FileOwner, ids: string[], by = couple.a._id, from?: FileOwner) =>
    post<{ files: CopiedFileDto[] }>(by, `${owner.type}/${owner.id}/copies`, {
      ids,
      ...(from && { from: { type: from.type, id: from.id } }),
    });

  it('is a file of its own, without the metadata that the message kept', async () => {
    const owner = capsuleOf();
    const form = formOf('files', [{ name: 'a.jpg', bytes: await tagged() }], { keepExif: 'true' });
    const [original] = (await upload(media, couple.b._id, form)).data?.messages[0]?.attachments ?? [];
    const ids = [original?.id ?? ''];
    await send(media, couple, ids);
    const [made] = (await copy(owner, ids)).data?.files ?? [];
    expect(made).toMatchObject({ kind: 'image', copyOf: ids[0], takenAt: '2024-05-06T07:08:09+02:00' });
    await bury(media, couple, ids);
    await eventually(async () => expect((await load(media, couple.a._id, ids[0] ?? '')).status).toBe(404));
    const bytes = await bytesOf(await open(await linkTo(owner, made?.id ?? '')));
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  it('is refused for files of others and for unreadable files', async () => {
    const other = await new TestCouple(media).link();
    const [theirs = ''] = await staged(media, other.a._id, [{ name: 'a.png', bytes: await plain('png') }]);
    await send(media, other, [theirs]);
    expect(await copy(capsuleOf(), [theirs])).toMatchObject({ status: 404 });
    const entity = await one(capsuleOf(), { name: 'a.png', bytes: await plain('png') });
    expect(await copy(capsuleOf(), [entity.id])).toMatchObject({ status: 404 });
    const [text = ''] = await staged(media, couple.a._id, [{ name: 'a.txt', bytes: 'words' }]);
    await send(media, couple, [text]);
    const document = await copy(capsuleOf(), [text]);
    expect(document.data?.files).toMatchObject([{ kind: 'file', copyOf: text }]);
    for (const ids of [[], Array.from({ length: 6 }, () => text), ['x']])
      expect(await copy(capsuleOf(), ids)).toMatchObject({ status: 400 });
  });
});

describe('a copy of another entity’s files', () => {
  const copy = (ids: string[], from: object, by = couple.a._id, owner = capsuleOf()) =>
    post<{ files: CopiedFileDto[] }>(by, `capsule/${owner.id}/copies`, { ids, from });

  it('stays its author’s, whoever asks for it', async () => {
    const source = { ...capsuleOf(), type: 'challenge' as const };
    const { id } = await one(source, { name: 'a.png', bytes: await plain('png', 14, 10) }, couple.b._id);
    const owner = capsuleOf();
    const [made] = (await copy([id], { type: 'challenge', id: source.id }, couple.a._id, owner)).data?.files ?? [];
    expect(made).toMatchObject({ kind: 'image', copyOf: id });
    expect(await describeAll(owner, [made?.id ?? ''])).toHaveLength(1);
    const [row] = await media.rows<{ ownerId: string }>('SELECT owner_id AS "ownerId" FROM attachments WHERE id = $1', [
      made?.id,
    ]);
    expect(row?.ownerId).toBe(couple.b._id);
  });

  it('is refused of other entities, of messages and to strangers', async () => {
    const source = { ...capsuleOf(), type: 'challenge' as const };
    const { id } = await one(source, { name: 'a.png', bytes: await plain('png', 15, 10) });
    const from = { type: 'challenge', id: source.id };
    const [message = ''] = await staged(media, couple.a._id, [{ name: 'a.png', bytes: await plain('png') }]);
    const two = await new TestCouple(media).link();
    expect(await copy([id], { type: 'challenge', id: randomUUID() })).toMatchObject({ status: 404 });
    expect(await copy([id], { type: 'capsule', id: source.id })).toMatchObject({ status: 404 });
    expect(await copy([message], from)).toMatchObject({ status: 404 });
    expect(await copy([id], from, two.a._id)).toMatchObject({ status: 404 });
    expect(await copy([id], { type: 'message', id: source.id })).toMatchObject({ status: 400 });
  });
});

describe('files of an entity are deleted', () => {
  it('by an event of their own entity only', async () => {
    const [owner, other] = [capsuleOf(), capsuleOf()];
    const mine = await one(owner, { name: 'a.png', bytes: await plain('png') });
    const others = await one(other, { name: 'b.png', bytes: await plain('png', 10, 10) });
    const before = await couple.bytes();
    await change(owner, { accessEpoch: 1, removed: [mine.id, others.id] });
    await eventually(async () => expect(await describeAll(owner, [mine.id], { epoch: 1 })).toEqual([]));
    expect(await describeAll(other, [others.id])).toHaveLength(1);
    expect(await couple.bytes()).toBeLessThan(before);
    await deleteQueuedObjects(media);
  });

  it.each(['capsule', 'challenge', 'story'] as const)(
    'a day after the upload, unless their %s refers to them',
    async (type) => {
      const owner = { ...capsuleOf(), type };
      const [kept, lost] = [
        await one(owner, { name: 'a.png', bytes: await plain('png', 11, 10) }),
        await one(owner, { name: 'b.png', bytes: await plain('png', 12, 10) }),
      ];
      inUse.add(`${type} ${kept.id}`);
      clock.forward(25 * 60 * 60_000);
      await media.app.get(AttachmentCollector).collect();
      const rows = await media.rows('SELECT id, sent FROM attachments WHERE id = ANY($1)', [[kept.id, lost.id]]);
      expect(rows).toEqual([{ id: kept.id, sent: true }]);
    },
  );

  it('with their author’s account and with the couple', async () => {
    const two = await new TestCouple(media).link();
    const owner = capsuleOf(two);
    const [own, partners] = [
      await one(owner, { name: 'a.png', bytes: await plain('png') }, two.a._id),
      await one(owner, { name: 'b.png', bytes: await plain('png', 13, 10) }, two.b._id),
    ];
    await change(owner, { added: [own.id, partners.id] });
    await media.bus.publish(userDeleted, two.a._id, { userId: two.a._id });
    const left = () => media.rows('SELECT id FROM attachments WHERE couple_id = $1', [two.id]);
    await eventually(async () => expect(await left()).toEqual([{ id: partners.id }]));
    await two.unlink();
    await two.purge();
    await eventually(async () => expect(await left()).toEqual([]));
    await eventually(async () =>
      expect(await media.rows('SELECT 1 FROM file_owners WHERE couple_id = $1', [two.id])).toEqual([]),
    );
  });
});
