import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../test/temporary.mjs';
import { lackOfVolumes, openVolumes } from './volumes.mjs';

const lack = await lackOfVolumes();
if (lack) console.warn(`Skips volumes: ${lack}`);

(lack ? describe.skip : describe)('a volume', () => {
  /** @type {import('./volumes.mjs').Volumes} */
  let volumes;
  /** @type {(name: string) => string} */
  let path;

  beforeAll(async () => {
    const dir = temporaryFolder('volumes');
    mkdirSync(join(dir, 'stores'));
    volumes = await openVolumes(dir);
    path = (name) => join(dir, 'stores', 'redis', name);
  });

  afterAll(() => volumes?.close());

  it('loses at a power cut what was written, and has what was flushed', async () => {
    const file = await open(path('flushed'), 'w');
    await file.write('flushed');
    await file.sync();
    await file.close();
    writeFileSync(path('written'), 'written');
    writeFileSync(path('flushed'), ' and more', { flag: 'a' });
    await volumes.cut(['redis']);
    expect([readFileSync(path('flushed'), 'utf8'), existsSync(path('written'))]).toEqual(['flushed', false]);
  });

  it('takes no byte when it is full, and all again when it is freed', async () => {
    await volumes.fill('redis');
    expect(() => writeFileSync(path('late'), 'late')).toThrow('ENOSPC');
    volumes.free('redis');
    writeFileSync(path('late'), 'late');
    expect(readFileSync(path('late'), 'utf8')).toBe('late');
  });
});
