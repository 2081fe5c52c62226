import { Readable } from 'node:stream';
import { exportFailed } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { TestClock, eventually } from '@duet/testing';
import { ExportsService, newExportName } from '../src/exports/exports.service.js';
import { ObjectDeletionQueue } from '../src/storage/object-deletion-queue.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { exportCalls } from './export-calls.js';
import { BEN } from './export-contents.js';
import { type ExportPeers, type Known, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { RunningMedia } from './running-media.js';
import type { S3Gate } from './s3-gate.js';

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let gate: S3Gate;
let media: RunningMedia;
let known: Known;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({
    media,
    gate,
    peers: { known },
  } = scene);
});

afterAll(() => scene.stop());

afterEach(() => {
  gate.mood = 'open';
  known.beforePage = async () => undefined;
});

const { newPerson, wish, request, rowsOf, isReady, load, linkTo, filesOf, collected, kick } = exportCalls(
  () => scene,
  clock,
);

describe('a worker that dies', () => {
  it('leaves its job to the next worker after the lease, and no orphan', async () => {
    const person = newPerson();
    const exports = media.app.get(ExportsService);
    // A worker claims the job, stores its ZIP and dies before the commit.
    await exports.add(wish(person));
    const [dead] = await exports.queue.claim(1);
    if (!dead) throw new Error('there was no job');
    const orphan = newExportName();
    await media.app.get(ObjectDeletionQueue).reserve([orphan]);
    await media.app.get(ObjectStore).put(orphan, Readable.from([Buffer.from('half done')]), 9);
    kick();
    expect(await exports.queue.claim(1)).toEqual([]);
    clock.forward(exports.queue.rules.lease + 1);
    kick();
    await isReady(person);
    expect(await rowsOf(person)).toEqual([expect.objectContaining({ status: 'ready' })]);
    // The first worker was only slow: its late result is rejected.
    expect(await exports.queue.renew(dead)).toBe(false);
    const late = newExportName();
    await media.app.get(ObjectDeletionQueue).reserve([late]);
    await exports.finish(dead, { name: late, bytes: 1 }, []);
    expect(await collected(orphan, late)).toBe(true);
    expect((await load(linkTo(dead.key))).status).toBe(200);
  });
});

describe('an export while S3 cannot store', () => {
  it.each(['down', 'failing', 'forgetful', 'garbling'] as const)(
    'waits, and is ready once S3 is back (%s)',
    async (mood) => {
      const person = newPerson();
      gate.mood = mood;
      const { exportId } = await request(person);
      await eventually(async () =>
        expect(
          await media.rows(
            "SELECT e.status FROM exports e JOIN jobs j ON j.queue = 'export' AND j.key = e.id::text WHERE user_id = $1 AND j.attempts = 1 AND j.due_at < $2",
            [person.id, clock.in(60_000)],
          ),
        ).toEqual([{ status: 'waiting' }]),
      );
      expect((await load(linkTo(exportId))).status).toBe(404);
      expect(media.onDisk()).toEqual([]);
      gate.mood = 'open';
      clock.forward(60_000);
      kick();
      await isReady(person);
      expect(await collected()).toBe(true);
      expect((await filesOf(exportId)).size).toBe(15);
    },
  );

  it('fails after the last attempt and publishes that', async () => {
    const person = newPerson();
    await media.rows(
      `CREATE FUNCTION last_try() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.attempts = 7; RETURN NEW; END $$`,
    );
    await media.rows(
      "CREATE TRIGGER last_try BEFORE INSERT ON jobs FOR EACH ROW WHEN (NEW.queue = 'export') EXECUTE FUNCTION last_try()",
    );
    gate.mood = 'down';
    const { exportId } = await request(person);
    await eventually(async () => expect(await rowsOf(person)).toEqual([{ status: 'failed', key: null }]));
    await media.rows('DROP TRIGGER last_try ON jobs');
    await eventually(async () =>
      expect(await media.bus.events(exportFailed)).toContainEqual({ exportId, userId: person.id }),
    );
    expect(await media.rows("SELECT payload FROM jobs WHERE queue = 'export' AND key = $1", [exportId])).toEqual([]);
  });
});

it('an export goes on after a short outage of another service', async () => {
  const person = newPerson();
  person.talk(BEN, ['one']);
  let until: number | null = null;
  known.beforePage = async () => {
    until ??= performance.now() + 300;
    if (performance.now() < until) throw new AppError('UNAVAILABLE');
  };
  known.tokens = 0;
  await request(person);
  await isReady(person);
  // A second attempt at the whole export would ask for another token.
  expect(known.tokens).toBe(1);
});
