import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openPromise } from 'yauzl';

/** Writes the files of a ZIP into a folder. @returns their names */
export async function unzipInto(folder: string, archive: string): Promise<string[]> {
  const zip = await openPromise(archive, { lazyEntries: true });
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const path = join(folder, entry.fileName);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.concat(await stream.toArray()));
    names.push(entry.fileName);
  }
  return names.sort();
}
