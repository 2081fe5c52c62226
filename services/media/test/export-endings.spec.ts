import { randomUUID } from 'node:crypto';
import { type ExportRequested, exportEnded, exportDropped, exportRequested, userDeleted } from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import { TestCouple } from './couples.js';
import { exportCalls } from './export-calls.js';
import { BEN } from './export-contents.js';
import { type ExportPeers, type Known, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { RunningMedia } from './running-media.js';

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let media: RunningMedia;
let known: Known;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({
    media,
    peers: { known },
  } = scene);
});

afterAll(() => scene.stop());

afterEach(() => {
  known.beforePage = async () => undefined;
});

const { newPerson, wish, request, rowsOf, isReady, load, linkTo, filesOf, collected, kick } = exportCalls(
  () => scene,
  clock,
);

describe('a withdrawn export', () => {
  const withdraw = ({ exportId, userId }: ExportRequested) =>
    media.bus.publish(exportEnded, userId, { exportId, userId });

  it('stops while it is being prepared, and leaves neither row nor object', async () => {
    const person = newPerson();
    person.talk(BEN, ['one']);
    const event = wish(person);
    let withdrawn = false;
    known.beforePage = async () => {
      if (withdrawn) return;
      withdrawn = true;
      await withdraw(event);
      await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    };
    await media.bus.publish(exportRequested, person.id, event);
    await eventually(() => expect(withdrawn).toBe(true));
    await eventually(() => expect(media.onDisk()).toEqual([]));
    expect((await load(linkTo(event.exportId))).status).toBe(404);
    expect(await collected()).toBe(true);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('is deleted when it was finished, also by a repeated event, and a newer one stays', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const [event, untouched] = [await request(person), await request(other)];
    await Promise.all([isReady(person), isReady(other)]);
    const [{ key } = { key: null }] = await rowsOf(person);
    await Promise.all([withdraw(event), withdraw(event)]);
    await eventually(async () => expect((await load(linkTo(event.exportId))).status).toBe(404));
    expect(await collected(key)).toBe(true);
    expect((await load(linkTo(untouched.exportId))).status).toBe(200);
    clock.forward(1);
    const newer = await request(person);
    await isReady(person);
    await withdraw(event);
    await withdraw(untouched);
    await eventually(async () => expect((await load(linkTo(untouched.exportId))).status).toBe(404));
    expect((await load(linkTo(newer.exportId))).status).toBe(200);
  });
});

describe('a deleted user', () => {
  it('leaves neither row nor object of an unfinished export', async () => {
    const person = newPerson();
    person.talk(BEN, ['one']);
    let erased = false;
    known.beforePage = async () => {
      if (erased) return;
      erased = true;
      await media.bus.publish(userDeleted, person.id, { userId: person.id });
      await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    };
    const event = await request(person);
    await eventually(async () =>
      expect(await media.rows('SELECT 1 FROM erased_users WHERE user_id = $1', [person.id])).toHaveLength(1),
    );
    await eventually(() => expect(media.onDisk()).toEqual([]));
    await media.bus.publish(exportRequested, person.id, { ...event, exportId: randomUUID() });
    expect((await load(linkTo(event.exportId))).status).toBe(404);
    expect(await collected()).toBe(true);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('loses a finished export', async () => {
    const person = newPerson();
    const { exportId } = await request(person);
    await isReady(person);
    const [{ key } = { key: null }] = await rowsOf(person);
    await media.bus.publish(userDeleted, person.id, { userId: person.id });
    await eventually(async () => expect((await load(linkTo(exportId))).status).toBe(404));
    await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    expect(await collected(key)).toBe(true);
  });

  it('ends the finished exports of partners and ex-partners, and no others', async () => {
    const [gone, partner, former, stranger] = [newPerson(), newPerson(), newPerson(), newPerson()];
    const old = new TestCouple(media, gone.id, former.id);
    await old.link();
    await old.unlink();
    await new TestCouple(media, gone.id, partner.id).link();
    const wishes = new Map([
      ...(await Promise.all(
        [partner, former, stranger].map(async (person) => [person, await request(person)] as const),
      )),
    ]);
    for (const person of wishes.keys()) await isReady(person);
    const keysBefore = (await Promise.all([partner, former].map(rowsOf))).flat().map(({ key }) => key);
    await media.bus.publish(userDeleted, gone.id, { userId: gone.id });
    for (const person of [partner, former]) {
      const exportId = wishes.get(person)?.exportId ?? '';
      await eventually(async () => expect(await rowsOf(person)).toEqual([]));
      expect((await load(linkTo(exportId))).status).toBe(404);
      await eventually(async () =>
        expect(await media.bus.events(exportDropped)).toContainEqual({ exportId, userId: person.id }),
      );
    }
    expect((await load(linkTo(wishes.get(stranger)?.exportId ?? ''))).status).toBe(200);
    expect(await collected(...keysBefore)).toBe(true);
  });

  it('is in no unfinished export, however late the other services erase', async () => {
    const [gone, partner] = [newPerson(), newPerson()];
    await new TestCouple(media, gone.id, partner.id).link();
    partner.talk({ _id: gone.id, firstName: 'Gone', username: 'gone' }, ['mine', 'of the one who goes']);
    const jobOf = async () => {
      const [job] = await media.rows<{ attempts: number; lease: string | null }>(
        "SELECT attempts, lease FROM jobs WHERE queue = 'export' AND subject = $1",
        [partner.id],
      );
      return job;
    };
    let read = 0;
    known.beforePage = async () => {
      read += 1;
      if (read > 1) return;
      const lease = (await jobOf())?.lease;
      await media.bus.publish(userDeleted, gone.id, { userId: gone.id });
      await eventually(async () => expect((await jobOf())?.lease).not.toBe(lease));
    };
    const { exportId } = await request(partner);
    // The second attempt reads the messages again and fails, because messaging has not erased them yet.
    await eventually(async () => {
      expect(read).toBeGreaterThan(1);
      expect(await jobOf()).toMatchObject({ attempts: 1, lease: null });
    }, 15_000);
    expect(await rowsOf(partner)).toEqual([expect.objectContaining({ status: 'waiting' })]);
    partner.messages = partner.messages.filter(({ sender }) => sender._id !== gone.id);
    partner.conversations = partner.conversations.map((one) => ({
      ...one,
      members: one.members.map((member) =>
        member._id === gone.id ? { ...member, firstName: 'Deleted user', username: '' } : member,
      ),
    }));
    await media.rows("UPDATE jobs SET due_at = 'epoch' WHERE queue = 'export' AND subject = $1", [partner.id]);
    kick();
    await isReady(partner);
    const files = await filesOf(exportId);
    expect(String(files.get('messages.jsonl'))).toContain('mine');
    expect([...files.values()].some((file) => file.includes('of the one who goes'))).toBe(false);
  }, 40_000);

  it('or a withdrawn request makes the worker drop the job', async () => {
    const person = newPerson();
    const event = wish(person);
    known.closed.add(event.exportId);
    known.refusals = 0;
    await media.bus.publish(exportRequested, person.id, event);
    await eventually(() => expect(known.refusals).toBe(1));
    await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    const stranger = { ...wish(newPerson()), secret: 'wrong' };
    await media.bus.publish(exportRequested, stranger.userId, stranger);
    await eventually(() => expect(known.refusals).toBe(2));
    await eventually(async () =>
      expect(await media.rows('SELECT 1 FROM exports WHERE user_id = $1', [stranger.userId])).toEqual([]),
    );
  });
});
