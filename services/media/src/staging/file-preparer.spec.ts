import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heic, mov, mp3, webm } from '../../test/films.js';
import { allowDecoding, photo } from '../../test/pictures.js';
import { prepareFile } from './prepare-file.js';

let folder: string;

beforeAll(allowDecoding);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'duet-preparer-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The files that a preparation writes; one of them is on a full disk. */
const CASES: [filename: string, bytes: () => Buffer | Promise<Buffer>, written: string][] = [
  ['a.png', () => photo('png'), 'original.png'],
  ['a.jpg', () => photo('jpeg'), 'original.jpeg'],
  ['a.webp', () => photo('webp'), 'display.webp'],
  ['a.jpg', () => photo('jpeg'), 'thumbnail.webp'],
  ['a.heic', heic, 'from-heic.jpg'],
  ['a.mov', mov, 'original.mp4'],
  ['a.webm', webm, 'poster.webp'],
  ['a.mp3', mp3, 'original.mp3'],
];

describe('a full disk', () => {
  it.each(CASES)(
    'during the preparation of %s is UNAVAILABLE',
    async (filename, bytes, written) => {
      const path = join(folder, 'received');
      const own = join(folder, 'made');
      writeFileSync(path, await bytes());
      mkdirSync(own);
      symlinkSync('/dev/full', join(own, written));
      const prepared = prepareFile({ path, filename, bytes: 1, sha256: '', truncated: false }, own, (work) => work());
      await expect(prepared).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    },
    20_000,
  );
});
