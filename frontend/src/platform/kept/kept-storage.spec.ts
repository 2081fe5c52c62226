import 'fake-indexeddb/auto';
import { keptStorage } from './kept-storage.js';

const MEGABYTE = 1024 * 1024;
const picture = (megabytes: number) => ({ bytes: new ArrayBuffer(megabytes * MEGABYTE), type: 'image/webp' });
const always = (): boolean => true;

beforeEach(async () => {
  await keptStorage.clear();
  await keptStorage.hold();
});

describe('kept pictures', () => {
  it('give way to newer ones, those that were shown longest ago first', async () => {
    const now = jest.spyOn(Date, 'now');
    for (const [at, id] of ['a', 'b', 'c'].entries()) {
      now.mockReturnValue(at);
      await keptStorage.writePicture(id, 'display', picture(16), always);
    }
    now.mockReturnValue(10);
    await expect(keptStorage.writePicture('d', 'display', picture(16), always)).resolves.toBe(true);
    await expect(keptStorage.readPicture('a', 'display')).resolves.toBeNull();
    for (const id of ['b', 'c', 'd'])
      await expect(keptStorage.readPicture(id, 'display')).resolves.toMatchObject({ size: 16 * MEGABYTE });
    now.mockRestore();
  });

  it('go with what showed them', async () => {
    for (const id of ['a', 'b']) await keptStorage.writePicture(id, 'thumbnail', picture(1), always);
    await keptStorage.write({ some: 'state' }, new Set(['b']));
    await expect(keptStorage.readPicture('a', 'thumbnail')).resolves.toBeNull();
    await expect(keptStorage.readPicture('b', 'thumbnail')).resolves.not.toBeNull();
  });

  it('are not stored once nothing shows them any more', async () => {
    await keptStorage.writePicture('a', 'display', picture(1), () => false);
    await expect(keptStorage.readPicture('a', 'display')).resolves.toBeNull();
  });
});

describe('the kept state', () => {
  it('is filtered by any tab, but only as it was read', async () => {
    await keptStorage.write({ of: 'the first' }, new Set());
    const first = await keptStorage.read();
    await keptStorage.write({ of: 'another tab' }, new Set());
    await expect(keptStorage.write({ of: 'filtered' }, new Set(), first?.version)).resolves.toBe(false);
    await expect(keptStorage.read()).resolves.toMatchObject({ state: { of: 'another tab' } });
  });

  it('has no holder after it was removed', async () => {
    await keptStorage.clear();
    await expect(keptStorage.write({ of: 'a stale tab' }, new Set())).resolves.toBe(false);
    await expect(keptStorage.read()).resolves.toBeNull();
  });
});
