import type { CapsuleView } from '@duet/contracts';
import { http } from 'msw';
import { openAlbumFiles } from '../src/sync/album/album-queue.js';
import { data } from './api-server.js';
import { aCapsule, aFile } from './capsules.js';
import { me } from './chat-server.js';
import { FakeXhr } from './fake-xhr.js';
import { remember, useApi } from './pages.js';
import { storeBlobs } from './stored-blobs.js';

const RealXhr = globalThis.XMLHttpRequest;

const anAlbum = (): CapsuleView => aCapsule({ kind: 'keepsake', unlockAt: null, unlockTz: null });

/** A server with an empty album, which is the capsule `k1`, and a device that stores files. */
export function useAlbum() {
  const server = useApi();
  storeBlobs();
  const scene = {
    server,
    /** The album as the server has it. */
    capsule: anAlbum(),
    /** The ids of each call for links, in order. */
    described: [] as string[][],
  };
  beforeEach(async () => {
    Object.assign(scene, { capsule: anAlbum(), described: [] });
    FakeXhr.all = [];
    Object.assign(globalThis, { XMLHttpRequest: FakeXhr });
    URL.createObjectURL = () => `blob:http://localhost/${crypto.randomUUID()}`;
    URL.revokeObjectURL = () => undefined;
    remember(server.api);
    server.http.use(
      http.get('*/api/capsules/:id', () => data(scene.capsule)),
      http.post<never, { ids: string[] }>('*/api/capsules/:id/links', async ({ request }) => {
        const { ids } = await request.json();
        scene.described.push(ids);
        return data({ files: ids.map((id) => ({ id, file: aFile(id, { round: scene.described.length }) })) });
      }),
    );
  });
  afterEach(async () => {
    Object.assign(globalThis, { XMLHttpRequest: RealXhr });
    const storage = await openAlbumFiles();
    for (const { clientId } of await storage.of(me._id)) await storage.remove(clientId);
  });
  return scene;
}
