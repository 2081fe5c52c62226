import { randomUUID } from 'node:crypto';
import { type ExportRequested, exportRequested } from '@duet/contracts';
import { type TestClock, eventually, exportLink } from '@duet/testing';
import { ExportWorker } from '../src/exports/export-worker.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { Belongings, type ExportPeers } from './export-peers.js';
import type { MediaScene } from './media-scene.js';
import { keys } from './running-media.js';
import { unzip } from './unzip.js';

interface Row {
  status: string;
  key: string | null;
}

/** The calls about exports, in place of auth, which requests them, and of a browser, which loads them. */
export function exportCalls(scene: () => MediaScene<ExportPeers>, clock: TestClock) {
  function newPerson(): Belongings {
    const person = new Belongings();
    scene().peers.known.people.set(person.id, person);
    return person;
  }

  const wish = (person: Belongings): ExportRequested => {
    const exportId = randomUUID();
    scene().peers.known.exports.set(exportId, person);
    return { exportId, userId: person.id, secret: person.secret, requestedAt: clock.now().toISOString() };
  };

  async function request(person: Belongings): Promise<ExportRequested> {
    const event = wish(person);
    await scene().media.bus.publish(exportRequested, person.id, event);
    return event;
  }

  const rowsOf = ({ id }: Belongings) =>
    scene().media.rows<Row>('SELECT status, key FROM exports WHERE user_id = $1', [id]);
  const isReady = (person: Belongings) =>
    eventually(async () => expect(await rowsOf(person)).toEqual([expect.objectContaining({ status: 'ready' })]));
  const load = (link: string) => fetch(`${scene().media.url}/exports/${link}`);
  const linkTo = (exportId: string) => exportLink(keys, exportId);
  const filesOf = async (exportId: string) => unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));

  /** Requests an export and waits for it. @returns its files by name */
  async function exported(person: Belongings): Promise<Map<string, Buffer>> {
    const { exportId } = await request(person);
    await isReady(person);
    return filesOf(exportId);
  }

  /** Deletes queued objects. @returns whether the bucket contains none of these objects afterwards */
  async function collected(...names: (string | null)[]): Promise<boolean> {
    const { media } = scene();
    await deleteQueuedObjects(media);
    const objects = await Promise.all(names.map((name) => name && media.app.get(ObjectStore).open(name)));
    return objects.every((object) => !object);
  }

  const kick = () => scene().media.app.get(ExportWorker).kick();

  return { newPerson, wish, request, rowsOf, isReady, load, linkTo, filesOf, exported, collected, kick };
}
