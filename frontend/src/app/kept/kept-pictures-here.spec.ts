import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import { keptPictures } from '../../platform/kept/kept-pictures.js';
import { keptStorage } from '../../platform/kept/kept-storage.js';
import { createKeptPictures } from './kept-pictures-here.js';

const IDS = new Set(['sea']);
let asked = 0;
const realFetch = globalThis.fetch;

beforeEach(async () => {
  asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return Object.assign(new Response(), { arrayBuffer: async () => new ArrayBuffer(4) });
  };
  await keptStorage.clear();
});

afterEach(() => {
  globalThis.fetch = realFetch;
  keptPictures.provide(null);
});

const isKept = async (): Promise<boolean> => (await keptStorage.readPicture('sea', 'preview')) !== null;

describe('a picture that a device keeps', () => {
  it('is kept later when this tab may not write yet while the picture is shown', async () => {
    const pictures = createKeptPictures();
    pictures.keepOnly(IDS);
    pictures.shown('sea', 'preview', '/sea.webp');
    await waitFor(() => expect(asked).toBe(1));
    expect(await isKept()).toBe(false);
    await keptStorage.hold();
    await waitFor(async () => {
      pictures.keepOnly(IDS);
      expect(await isKept()).toBe(true);
    });
  });

  it('is kept when it was shown before the code that keeps it was there', async () => {
    await keptStorage.hold();
    keptPictures.shown('sea', 'preview', '/sea.webp');
    const pictures = createKeptPictures();
    keptPictures.provide(pictures);
    pictures.keepOnly(IDS);
    await waitFor(async () => expect(await isKept()).toBe(true));
  });
});
