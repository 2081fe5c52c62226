import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Health } from '@duet/service-kit';
import { type TestClock, eventually } from '@duet/testing';
import type { AddressInfo } from 'node:net';
import type { MediaConfig } from '../src/config.js';
import { createMedia } from '../src/create-media.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { TestCouple, staged } from './couples.js';
import { exportCalls } from './export-calls.js';
import type { Belongings, ExportPeers } from './export-peers.js';
import type { MediaScene } from './media-scene.js';
import type { RunningMedia } from './running-media.js';

export const CANARY = `canary ${randomUUID()} `;

/** The stored objects, their keys, and replicas with other settings. */
export function sealedCalls(scene: () => MediaScene<ExportPeers>, clock: TestClock) {
  const { request, linkTo } = exportCalls(scene, clock);

  const linked = (): Promise<TestCouple> => new TestCouple(scene().media).link();

  /** The stored bytes of an object; null for none. */
  async function stored(name: string): Promise<Buffer | null> {
    const stream = await scene().media.app.get(ObjectStore).open(name);
    return stream && Buffer.concat(await stream.toArray());
  }

  const put = (name: string, bytes: Buffer): Promise<void> =>
    scene()
      .media.app.get(ObjectStore)
      .put(name, Readable.from([bytes]), bytes.length);

  const namesOf = async (id: string): Promise<string[]> =>
    (
      await scene().media.rows<{ name: string }>(
        `SELECT DISTINCT value->>'name' AS name FROM attachments, jsonb_each(objects) WHERE id = $1`,
        [id],
      )
    ).map(({ name }) => name);

  const nameOf = async (id: string): Promise<string> => (await namesOf(id))[0] ?? '';

  const keysOf = (owner: string) =>
    scene().media.rows<{ id: string; sealed: Buffer | null; sealedBy: string }>(
      'SELECT id, sealed, sealed_by AS "sealedBy" FROM data_keys WHERE owner_id = $1',
      [owner],
    );

  const fileOf = async (couple: TestCouple, bytes: Buffer | string): Promise<string> =>
    (await staged(scene().media, couple.a._id, [{ name: 'a.bin', bytes }]))[0] ?? '';

  async function exported(person: Belongings): Promise<{ name: string; link: string }> {
    scene().peers.known.people.set(person.id, person);
    const { exportId } = await request(person);
    const ready = async () =>
      (
        await scene().media.rows<{ key: string }>(`SELECT key FROM exports WHERE id = $1 AND status = 'ready'`, [
          exportId,
        ])
      )[0];
    await eventually(async () => expect(await ready()).toBeDefined(), 20_000);
    return { name: (await ready())?.key ?? '', link: `${scene().media.url}/exports/${linkTo(exportId)}` };
  }

  /** Runs another replica with changed settings. */
  async function withReplica<T>(
    settings: Partial<MediaConfig>,
    work: (replica: { url: string; get: RunningMedia['app']['get']; failing: () => Promise<string[]> }) => Promise<T>,
  ): Promise<T> {
    const app = await createMedia({ ...scene().media.config, ...settings }, clock);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    await app.get(Health).listen(0);
    const failing = async () => {
      const { port: ops } = (app.get(Health) as unknown as { server: { address(): AddressInfo } }).server.address();
      return ((await (await fetch(`http://127.0.0.1:${ops}/readyz`)).json()) as { failing: string[] }).failing;
    };
    try {
      return await work({ url: `http://127.0.0.1:${port}`, get: app.get.bind(app), failing });
    } finally {
      await app.get(Health).close();
      await app.close();
    }
  }

  return { linked, stored, put, namesOf, nameOf, keysOf, fileOf, exported, withReplica };
}
